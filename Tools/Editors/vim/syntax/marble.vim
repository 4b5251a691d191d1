" Syntax of .marble files. Markdown: let g:markdown_fenced_languages = ['marble'].
if exists('b:current_syntax') | finish | endif

syntax match marbleComment /^#.*$/

" Declarations of streams, and rows of marbles.
syntax match marbleSource /^\%(\%(hot\|cold\)\s\+\)\?\h\w*\s*:/ contains=marbleKeyword,marbleColon nextgroup=marbleRow
syntax match marbleHeader /^\%(frame\|limit\)\s*:/ nextgroup=marbleNumber skipwhite
syntax region marbleText matchgroup=marbleHeader start=/^\%(title\|note\|family\)\s*:/ end=/^\S/me=s-1 end=/^\s*$/me=s-1 keepend
syntax match marbleLane /^\%(==\@!\|from\>\|demand\>\)/ nextgroup=marbleRow
syntax match marbleLane /^\%(subs\|connect\|busy\)\s\+\h\w*\s*:/ contains=marbleSubs nextgroup=marbleRow
syntax keyword marbleKeyword hot cold contained
syntax match marbleColon /:/ contained

syntax match marbleRow /.*$/ contained contains=marbleRowComment,marbleSilence,marbleFinish,marbleFailure,marbleWindow,marbleGroup,marbleQuoted,marbleDuration
syntax match marbleSilence /-\+/ contained
syntax match marbleFinish /|/ contained
syntax match marbleFailure /#\%('\%([^'\\]\|\\.\)*'\)\?/ contained
syntax match marbleWindow /[\^!*?]/ contained
syntax match marbleGroup /[][(){}]/ contained
" Behind a failure only silence follows; anything else is a comment.
syntax match marbleRowComment /\s\@<=#\s\+\%(-\|\d\+\%(ns\|us\|ms\|s\|m\|h\)\>\)\@!\S.*$/ contained
syntax match marbleQuoted /'\%([^'\\]\|\\.\)*'/ contained
syntax match marbleDuration /@\d\+\%(\.\d\+\)\?\%(ns\|us\|ms\|s\|m\|h\)\>/ contained
syntax match marbleDuration /\%(\s\)\@<=\d\+\%(\.\d\+\)\?\%(ns\|us\|ms\|s\|m\|h\)\%(\s\|$\)\@=/ contained

" Rules.
syntax match marbleRule /^!.*$/ contains=marbleLane,marbleRuleWord,marbleQuoted,marbleNumber,marbleString,marbleConstant
syntax match marbleLane /^!/ contained
syntax keyword marbleRuleWord each is followed by within no after at most least as many only never more than always two equal in a row the end or next unless if any open finishes fails ends cancelled contained

" Pipelines, with the indented lines that belong to them.
syntax region marblePipeline matchgroup=marbleLane start=/^\%(>\|==\)/ end=/^\S/me=s-1 keepend contains=@marbleSwift,marbleTable
syntax region marblePipeline matchgroup=marbleDeclaration start=/^let\>/ end=/^\S/me=s-1 keepend contains=@marbleSwift,marbleTable
syntax cluster marbleSwift contains=marbleString,marbleNumber,marbleConstant,marbleControl,marbleOperator,marbleType,marbleParameter,marbleLineComment
syntax match marbleLineComment /#\%(\s*=\)\@!.*$/ contained
syntax region marbleString start=/"/ skip=/\\./ end=/"/ oneline contained
syntax match marbleNumber /\<\d\+\%(\.\d\+\)\?\%(ns\|us\|ms\|s\|m\|h\)\?\>/ contained
syntax keyword marbleConstant true false nil contained
syntax keyword marbleControl in throw let if else guard return contained
syntax match marbleOperator /\.\@<=\l\w*/ contained
syntax match marbleType /\<\u\w*\>/ contained
syntax match marbleParameter /\$\d\+/ contained
syntax match marbleTable /\%(^\s\+\|\s\s\)\@<=\%('\%([^'\\]\|\\.\)*'\|[^ =]\)\%(\s\+=\s\)\@=/
syntax match marbleValue /^\s\+\S.*$/ contains=marbleTable,@marbleSwift

highlight default link marbleComment Comment
highlight default link marbleLineComment Comment
highlight default link marbleRowComment Comment
highlight default link marbleHeader PreProc
highlight default link marbleText String
highlight default link marbleSource Identifier
highlight default link marbleKeyword StorageClass
highlight default link marbleColon Delimiter
highlight default link marbleLane Statement
highlight default link marbleDeclaration Statement
highlight default link marbleRuleWord Keyword
highlight default link marbleSilence NonText
highlight default link marbleFinish Keyword
highlight default link marbleFailure Error
highlight default link marbleWindow Operator
highlight default link marbleGroup Delimiter
highlight default link marbleQuoted String
highlight default link marbleDuration Number
highlight default link marbleString String
highlight default link marbleNumber Number
highlight default link marbleConstant Constant
highlight default link marbleControl Conditional
highlight default link marbleOperator Function
highlight default link marbleType Type
highlight default link marbleParameter Special
highlight default link marbleTable Tag

let b:current_syntax = 'marble'
