--- A fault appears, is shown at its place, and goes when it is repaired and saved.
local T = require('common')

T.run('a fault appears and goes when it is repaired', function()
  local line = T.line_of('a / b')
  local fault = T.wait('a refuted division', function()
    return T.diagnostic(function(it)
      return it.severity == vim.diagnostic.severity.ERROR and it.lnum + 1 == line
    end)
  end)
  T.say('diagnostic: ' .. fault.message:gsub('\n', ' / '))
  assert(fault.message:find('quotient(', 1, true), 'the message names the witness')
  -- The line has characters of two and four bytes before the fault.
  local text = vim.api.nvim_buf_get_lines(0, fault.lnum, fault.lnum + 1, true)[1]
  assert(text:sub(fault.col + 1, fault.end_col) == 'a / b', 'the range is ' .. text:sub(fault.col + 1, fault.end_col))

  local name = T.line_of('fn quotient')
  local lens = T.wait('a lens that counts the fault', function()
    local lens = T.lens(name)
    return lens and lens:find('✗ 1 refuted', 1, true) and lens
  end)
  T.say('lens: ' .. lens)

  local _, column = vim.str_utfindex(text, fault.col)
  local hovers = vim.lsp.buf_request_sync(0, 'textDocument/hover', {
    textDocument = { uri = vim.uri_from_bufnr(0) },
    position = { line = fault.lnum, character = column },
  }, 10000)
  local _, hover = next(hovers or {})
  assert(hover and hover.result and hover.result.contents.value:find('quotient(', 1, true), 'the hover shows the witness')

  vim.api.nvim_buf_set_lines(0, name - 2, name - 1, true, { '#[requires(0 < b && b < 10)]' })
  vim.cmd('silent write')
  T.wait('no fault after the repair', function()
    return not T.diagnostic(function(it)
      return it.severity == vim.diagnostic.severity.ERROR
    end)
  end)
  local repaired = T.wait('a lens without a fault', function()
    local text = T.lens(name)
    return text and text:find('proved', 1, true) and not text:find('refuted', 1, true) and text
  end)
  T.say('lens after the repair: ' .. repaired)
end)
