--- What the tests share. They run inside a real Neovim; a failure prints what was seen and ends with status 1.
local T = {}

local lines = {}

function T.say(text)
  io.stdout:write(text .. '\n')
end

--- Runs a test, so that an error ends the editor with status 1 instead of waiting at a prompt.
function T.run(name, test)
  local ok, err = xpcall(test, debug.traceback)
  if ok then
    T.say('ok: ' .. name)
    vim.cmd('qall!')
  else
    T.say('FAILED: ' .. name .. ': ' .. tostring(err))
    for _, line in ipairs(lines) do
      T.say('  message: ' .. line)
    end
    T.say('  last diagnostics:')
    for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
      T.say(('    %d: [%d] %s'):format(diagnostic.lnum + 1, diagnostic.severity, diagnostic.message:gsub('\n', ' / ')))
    end
    vim.cmd('cquit! 1')
  end
end

vim.notify = function(text)
  table.insert(lines, text)
end

--- Waits until `probe` hands back something, which is handed on.
function T.wait(what, probe)
  local seconds = tonumber(vim.env.REFINE_TEST_SECONDS or '') or 240
  local found
  vim.wait(seconds * 1000, function()
    found = probe()
    return found and true or false
  end, 50)
  assert(found, 'nothing within ' .. seconds .. ' s: ' .. what)
  return found
end

--- The first diagnostic of refine in the current buffer that a test accepts.
function T.diagnostic(accept)
  for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
    if diagnostic.source == 'refine' and accept(diagnostic) then
      return diagnostic
    end
  end
end

--- The text of the code lens that is displayed at a line, from 1.
function T.lens(line)
  local clients = vim.lsp.buf_get_clients(0)
  local id = next(clients)
  local marks = id
    and vim.api.nvim_buf_get_extmarks(0, vim.lsp.codelens.__namespaces[id], { line - 1, 0 }, { line - 1, -1 }, { details = true })
  local text = marks and marks[1] and marks[1][4].virt_text
  return text and text[1][1]
end

--- The number of the line that holds some text after another, from 1.
function T.line_of(text, after)
  local seen = after == nil
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    if seen and line:find(text, 1, true) then
      return number
    end
    seen = seen or line:find(after, 1, true) ~= nil
  end
  error('no line holds ' .. text)
end

return T
