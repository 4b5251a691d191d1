-- Drives `marble lsp` with the client that is built into Neovim (0.7 or newer), as keys would:
-- PATH=folder/of/marble:$PATH nvim --headless --clean -c 'luafile Tools/Editors/tests/neovim.lua' -c 'cquit!'
-- It ends with exit code 1 if anything is not as expected. Every expectation is derived by hand from the spec beside it.
local problems = 0
local function check(holds, text)
  if not holds then
    problems = problems + 1
    io.stdout:write('FAILED: ' .. text .. '\n')
  end
end
local function equal(found, expected, text)
  check(vim.deep_equal(found, expected), text .. ': expected ' .. vim.inspect(expected) .. ', got ' .. vim.inspect(found))
end
local function wait(condition, text)
  local isThere = vim.wait(20000, condition, 5)
  check(isThere, 'waited in vain for ' .. text)
  return isThere
end

-- What the page for editors says is what is run: the configuration of this version, of three.
local folder = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h:h')
local page = table.concat(vim.fn.readfile(folder .. '/README.md'), '\n')
local fences = {}
for fence in page:gmatch('```lua\n(.-)```') do table.insert(fences, fence) end
local configuration = fences[vim.lsp.config and 1 or (vim.lsp.start and 2 or 3)]:gsub('PATH/TO/swift%-marbles', (vim.fn.fnamemodify(folder, ':h:h'):gsub('%%', '%%%%')))
loadstring(configuration)()
vim.cmd('filetype off | filetype plugin on | syntax on')

local typed = {
  'frame: 100ms', 'typed: -a-b-c------d-----|', '  a = "S"   b = "Sw"', 'let calm = typed.debounce(for: 300ms)', '> calm',
  '= --------c------d--|',
}

-- A file of its own, opened as somebody opens one. The configuration starts the server, or asks the one that runs.
local client
local function open(name, lines)
  local path = vim.fn.tempname() .. '-' .. name
  vim.fn.writefile(lines, path)
  vim.cmd('edit! ' .. path)
  local buffer = vim.api.nvim_get_current_buf()
  wait(function()
    for id, one in pairs(vim.lsp.buf_get_clients(buffer)) do
      if one.name == 'marble' and one.initialized then client = id end
    end
    return client and vim.lsp.buf_is_attached(buffer, client)
  end, 'the server')
  return buffer
end
local function text(buffer) return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n') end
local function keys(sequence)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(sequence, true, false, true), 'xt', false)
end
local function places(buffer)
  return vim.tbl_map(function(one) return { one.lnum, one.col, one.end_col } end, vim.diagnostic.get(buffer))
end
local function ask(buffer, method, parameters)
  local answers = vim.lsp.buf_request_sync(buffer, method, parameters, 20000)
  local answer = answers and answers[client]
  check(answer ~= nil and answer.err == nil, method .. ' has an answer: ' .. vim.inspect(answer))
  return answer and answer.result
end
local function at(row, column)
  vim.api.nvim_win_set_cursor(0, { row + 1, column })
  return vim.lsp.util.make_position_params(0, 'utf-16')
end

-- The file type by the name, and the colors of the Vim syntax.
local buffer = open('a.marble', typed)
equal(vim.bo.filetype, 'marble', 'the type of a file *.marble')
local function color(row, column) return vim.fn.synIDattr(vim.fn.synID(row, column, 1), 'name') end
check(color(1, 1):match('^marble'), 'frame: is colored: ' .. color(1, 1))
check(color(4, 20):match('^marble'), 'an operator is colored: ' .. color(4, 20))

-- A mistake that is typed, at its place; the quick fix by the menu.
keys('4G0f.lcwdebonce<Esc>')
equal(vim.fn.getline(4), 'let calm = typed.debonce(for: 300ms)', 'what the keys wrote')
wait(function() return #vim.diagnostic.get(buffer) == 1 end, 'a diagnostic')
equal(places(buffer), { { 3, 17, 24 } }, 'the place of a mistake')
equal((vim.diagnostic.get(buffer)[1] or {}).message, "unknown operator 'debonce'; did you mean 'debounce'?", 'the message')
vim.ui.select = function(items, options, chosen)
  for index, item in ipairs(items) do
    if options.format_item(item):match(_G.wanted) then return chosen(item, index) end
  end
  check(false, 'there is no action ' .. _G.wanted)
end
_G.wanted = "Change to 'debounce'"
at(3, 18)
vim.lsp.buf.code_action()
wait(function() return text(buffer) == table.concat(typed, '\n') end, 'the quick fix')
wait(function() return #vim.diagnostic.get(buffer) == 0 end, 'no diagnostic')

-- A row that is wrong, and what happened written instead.
keys('6G0wi-<Esc>')
wait(function() return #vim.diagnostic.get(buffer) == 1 end, 'a difference')
check(vim.diagnostic.get(buffer)[1].message:match('^calm differs at 800ms\n'), 'the words of a difference')
_G.wanted = 'Write what happened'
at(5, 3)
vim.lsp.buf.code_action()
wait(function() return text(buffer) == table.concat(typed, '\n') end, 'what happened')

-- Completion.
keys('Go> typed.throttleT')
equal(vim.bo.omnifunc, 'v:lua.vim.lsp.omnifunc', 'the omnifunc')
local list = ask(buffer, 'textDocument/completion', at(6, 18))
local labels = vim.tbl_map(function(one) return one.label end, list.items or list)
check(vim.tbl_contains(labels, 'throttleTime → throttle(for:latest:)'), 'throttleTime is offered')
check(vim.tbl_contains(labels, 'debounce(for:)'), 'debounce is offered')
keys('dd')
equal(text(buffer), table.concat(typed, '\n'), 'the text is as before')

-- Hover: the page of an operator with its diagram, and a marble with its time, value and cause, in a window.
local function hover(row, column)
  local before = vim.api.nvim_list_wins()
  at(row, column)
  vim.lsp.buf.hover()
  local shown = ''
  wait(function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if not vim.tbl_contains(before, window) then
        shown = text(vim.api.nvim_win_get_buf(window))
        vim.api.nvim_win_close(window, true)
        return true
      end
    end
  end, 'the window of hover')
  return shown
end
page = hover(3, 20)
check(page:match('debounce%(for:%)') and page:match('debounceTime'), 'the page of debounce: ' .. page)
check(page:match('|'), 'the diagram of debounce')
local marble = hover(5, 10)
check(marble:match('800ms') and marble:match('"c"') and marble:match('debounce sends c'), 'a marble: ' .. marble)

-- To the definition.
at(4, 3)
vim.lsp.buf.definition()
wait(function() return vim.deep_equal(vim.api.nvim_win_get_cursor(0), { 4, 4 }) end, 'the definition of calm')

-- The places of a name, another name for it, and the outline.
local document = vim.lsp.util.make_text_document_params()
local function columns(found)
  return vim.tbl_map(function(one) return { one.range.start.line, one.range.start.character } end, found)
end
local here = at(4, 3)
here.context = { includeDeclaration = true }
equal(columns(ask(buffer, 'textDocument/references', here)), { { 3, 4 }, { 4, 2 } }, 'the places of calm')
vim.lsp.buf.rename('settled')
wait(function() return vim.fn.getline(5) == '> settled' end, 'another name')
equal(vim.fn.getline(4), 'let settled = typed.debounce(for: 300ms)', 'the declaration has the other name')
wait(function() return #vim.diagnostic.get(buffer) == 0 end, 'no diagnostic after the rename')
at(1, 1)
vim.lsp.buf.rename('key')
wait(function() return vim.fn.getline(4) == 'let settled = key.debounce(for: 300ms)' end, 'another name of the source')
equal(vim.fn.getline(2), 'key: -a-b-c------d-----|', 'a row whose rows were not aligned keeps its one space')
local function refused(name)
  local parameters = at(1, 1)
  parameters.newName = name
  local answers = vim.lsp.buf_request_sync(buffer, 'textDocument/rename', parameters, 20000)
  local answer = answers and answers[client] or {}
  return answer.err and answer.err.message or (answer.error and answer.error.message) or vim.inspect(answer)
end
check(refused('settled'):match("the name 'settled' is taken, in line 4"), 'a name that is taken: ' .. refused('settled'))
check(refused('3rd'):match("'3rd' is not a name"), 'a word that is no name: ' .. refused('3rd'))
check(refused('let'):match('first word of a kind of line'), 'a word of the language: ' .. refused('let'))
local symbols = ask(buffer, 'textDocument/documentSymbol', { textDocument = document })
equal(vim.tbl_map(function(one) return { one.name, one.selectionRange.start.line } end, symbols), { { 'key', 1 }, { 'settled', 3 }, { 'settled', 4 } }, 'the outline')
vim.api.nvim_buf_set_lines(buffer, 0, -1, false, typed)

-- The outcome, as lenses; an editor that can draw inlay hints gets these.
local provider = vim.lsp.get_client_by_id(client).server_capabilities
if provider.codeLensProvider then
  vim.lsp.codelens.refresh()
  wait(function() return #vim.lsp.codelens.get(buffer) == 1 end, 'a lens')
  equal(vim.lsp.codelens.get(buffer)[1].command.title, '✓ = --------c------d--|', 'the lens')
else
  local range = { start = { line = 0, character = 0 }, ['end'] = { line = 6, character = 0 } }
  local hints = ask(buffer, 'textDocument/inlayHint', { textDocument = vim.lsp.util.make_text_document_params(), range = range })
  equal(hints[1].label, '✓ = --------c------d--|', 'the inlay hint')
end
check(provider.semanticTokensProvider ~= nil, 'colors are offered')
local tokens = ask(buffer, 'textDocument/semanticTokens/full', { textDocument = vim.lsp.util.make_text_document_params() })
-- `frame: 100ms`: a keyword of five characters at the beginning.
equal(vim.list_slice(tokens.data, 1, 5), { 0, 0, 5, 0, 0 }, 'the first color')

-- Formatting.
buffer = open('crooked.marble', { 'a:   -1-|', 'hot longer: --2-|', '> a.merge(with: longer)', '= -12-|' })
if vim.lsp.buf.format then vim.lsp.buf.format({ timeout_ms = 20000 }) else vim.lsp.buf.formatting_sync(nil, 20000) end
equal(text(buffer), 'a:          -1-|\nhot longer: --2-|\n> a.merge(with: longer)\n=           -12-|', 'formatting')

-- Positions in UTF-16, in a fence of Markdown, with what is typed before them.
buffer = open('page.md', { '# Page', '', '```marble', 'a: -1-|', '> a.map { "" }.nope()', '```' })
wait(function() return #vim.diagnostic.get(buffer) == 1 end, 'a diagnostic in a fence')
equal(places(buffer), { { 4, 15, 19 } }, 'a place in a fence')
keys('5G0f"a😀é<Esc>')
-- In bytes, as Neovim counts: four for the face and two for the letter.
wait(function() return vim.deep_equal(places(buffer), { { 4, 21, 25 } }) end, 'the place behind two characters')

-- Many keys at once: the diagnostics are those of the last text.
keys('5GS> a.count()<Esc>')
wait(function() return #vim.diagnostic.get(buffer) == 0 end, 'a fence that is right')
for _ = 1, 30 do keys('5GA.x<Esc>5G$xx') end
keys('5GA.last<Esc>')
wait(function()
  local found = vim.diagnostic.get(buffer)
  return #found > 0 and found[1].message:match('last')
end, 'the diagnostics of the last text')

-- A request that is taken back, then another one.
local _, cancel = vim.lsp.buf_request(buffer, 'textDocument/hover', at(4, 4), function() end)
cancel()
check(ask(buffer, 'textDocument/hover', at(4, 6)) ~= nil, 'a question after one that was cancelled')

-- 200 keys in a real file: from a key to its diagnostics.
local times = {}
buffer = open('latency.marble', vim.fn.readfile(vim.fn.fnamemodify(folder, ':h:h') .. '/Diagrams/search.marble'))
wait(function() return true end, 'the file')
local row = vim.fn.search('^>', 'bw')
local original = vim.fn.getline(row)
local published = 0
local namespaced = vim.lsp.handlers['textDocument/publishDiagnostics']
vim.lsp.handlers['textDocument/publishDiagnostics'] = function(...)
  published = published + 1
  return namespaced(...)
end
vim.lsp.get_client_by_id(client).config.flags = { debounce_text_changes = 0 }
for index = 1, 200 do
  local before = published
  local start = vim.loop.hrtime()
  vim.fn.setline(row, index % 2 == 1 and original .. '.' or original)
  vim.wait(5000, function() return published > before end, 1)
  table.insert(times, (vim.loop.hrtime() - start) / 1e6)
end
table.sort(times)
io.stdout:write(('Neovim: key to diagnostics %.1f / %.1f / %.1f ms (first percentile, median, last of 200)\n'):format(
  times[2], times[100], times[200]))

-- The server goes when the editor goes.
local process = vim.lsp.get_client_by_id(client)
process.stop()
wait(function() return process.is_stopped() end, 'the end of the server')
io.stdout:write('Neovim: ' .. (problems == 0 and 'everything holds' or problems .. ' problems') .. '\n')
vim.cmd(problems == 0 and 'qall!' or 'cquit!')
