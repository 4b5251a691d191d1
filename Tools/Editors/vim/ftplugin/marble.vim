" Rows line up only where every character is as wide as a column.
if exists('b:did_ftplugin') | finish | endif
let b:did_ftplugin = 1
setlocal commentstring=#\ %s expandtab nowrap
let b:undo_ftplugin = 'setlocal commentstring< expandtab< wrap<'
