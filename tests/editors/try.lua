-- What the page's settings make Neovim do with a script that has a mistake.
vim.cmd('edit a.corpus')
print('mode ' .. vim.bo.filetype)
vim.wait(20000, function() return #vim.diagnostic.get(0) > 1 end, 50)
for _, found in ipairs(vim.diagnostic.get(0)) do print('finding ' .. found.lnum + 1 .. ' ' .. found.message) end

local function ask(method, line, character)
  local params = {
    textDocument = vim.lsp.util.make_text_document_params(0),
    position = { line = line, character = character },
  }
  local _, answer = next(vim.lsp.buf_request_sync(0, method, params, 20000) or {})
  return answer and answer.result
end

local items = ask('textDocument/completion', 9, 10)
local labels = {}
for _, item in ipairs(items.items or items) do labels[#labels + 1] = item.label end
print('completion ' .. table.concat(labels, ' '))
print('hover ' .. ask('textDocument/hover', 8, 2).contents.value:gsub('[*`]', ''))
local place = ask('textDocument/definition', 8, 7)
print('definition ' .. (place[1] or place).range.start.line + 1)
vim.api.nvim_win_set_cursor(0, { 9, 7 })
vim.lsp.buf.rename('paw')
vim.wait(20000, function() return vim.fn.getline(9):find('paw') ~= nil end, 50)
print('renamed ' .. vim.fn.getline(9))
vim.cmd('qa!')
