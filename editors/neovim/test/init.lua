--- The init file of the tests: this plugin, and the server from the environment.
vim.opt.runtimepath:prepend(vim.env.REFINE_NVIM)
vim.opt.swapfile = false
package.path = vim.env.REFINE_NVIM .. '/test/?.lua;' .. package.path
vim.cmd('filetype plugin on')
require('refine').setup({ cmd = { vim.env.REFINE, 'lsp' } })
