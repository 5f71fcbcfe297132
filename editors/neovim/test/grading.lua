--- The example crate: the faulty `rescale` is refuted with a run, and the functions have lenses.
local T = require('common')

T.run('the faulty rescale of the grading crate', function()
  local first = T.line_of('fn rescale', 'pub mod faulty')
  local last = T.line_of('}', 'fn rescale')
  local fault = T.wait('a refuted obligation in the faulty rescale', function()
    return T.diagnostic(function(it)
      return it.severity == vim.diagnostic.severity.ERROR and first <= it.lnum + 1 and it.lnum + 1 <= last
    end)
  end)
  T.say(('diagnostic at line %d: %s'):format(fault.lnum + 1, fault.message:gsub('\n', ' / ')))
  assert(fault.message:find('rescale%([%d_u]+, [%d_u]+, [%d_u]+%)'), 'the message names the witness as a call')

  local lens = T.wait('a lens with a refuted obligation', function()
    local lens = T.lens(first)
    return lens and lens:find('refuted', 1, true) and lens
  end)
  T.say('lens: ' .. lens)
  local repaired = T.line_of('fn rescale', 'pub mod repaired')
  T.say('lens of the repaired one: ' .. T.wait('a lens of the repaired rescale, all proved', function()
    local text = T.lens(repaired)
    -- By words: Lua's patterns see the bytes of the signs.
    local proved = text and text:find('proved', 1, true)
    for _, other in ipairs({ 'refuted', 'tested', 'open', 'to go' }) do
      proved = proved and not text:find(other, 1, true)
    end
    return proved and text
  end))
end)
