--- refine for Neovim (0.7.2 and later): starts `refine lsp` for Rust buffers and shows its code lenses.
--- All that is known of the code comes from the server; here is only the wiring.
local M = {}

local config = {
  --- The command of the server.
  cmd = { 'refine', 'lsp' },
  --- Options of the checker with the keys of refine.toml, such as `{ scope = 'all' }`. They lie over the project's own.
  options = nil,
  --- Called as `on_attach(client, bufnr)` for every buffer, for key maps and the like.
  on_attach = nil,
}

--- The one client. The server finds the package of each buffer itself and checks one package at a time.
local client_id = nil
local complained = false

--- The folder of the nearest Cargo.toml at or above a file.
local function root_of(path)
  local folder = vim.fn.fnamemodify(path, ':p:h')
  while vim.fn.filereadable(folder .. '/Cargo.toml') == 0 do
    local above = vim.fn.fnamemodify(folder, ':h')
    if above == folder then
      return nil
    end
    folder = above
  end
  return folder
end

local function on_codelens(err, result, ctx, handler_config)
  -- Newer versions show code lenses and keep them fresh by themselves.
  if not vim.lsp.codelens.on_codelens or not vim.api.nvim_buf_is_loaded(ctx.bufnr) then
    return
  end
  if not err and not (result and next(result)) then
    -- Neovim leaves old lenses where there is none any more.
    vim.api.nvim_buf_clear_namespace(ctx.bufnr, vim.lsp.codelens.__namespaces[ctx.client_id], 0, -1)
  end
  vim.lsp.codelens.on_codelens(err, result, ctx, handler_config)
end

--- Fetches the code lenses of a buffer and shows them.
function M.refresh(bufnr)
  local client = client_id and vim.lsp.get_client_by_id(client_id)
  if client then
    client.request('textDocument/codeLens', { textDocument = { uri = vim.uri_from_bufnr(bufnr) } }, on_codelens, bufnr)
  end
end

local function refresh_all()
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(bufnr) and vim.lsp.buf_is_attached(bufnr, client_id) then
      M.refresh(bufnr)
    end
  end
  return vim.NIL
end

local function start(root)
  local capabilities = vim.lsp.protocol.make_client_capabilities()
  capabilities.workspace = capabilities.workspace or {}
  capabilities.workspace.codeLens = { refreshSupport = true }
  return vim.lsp.start_client({
    name = 'refine',
    cmd = config.cmd,
    root_dir = root,
    capabilities = capabilities,
    init_options = config.options,
    handlers = { ['workspace/codeLens/refresh'] = refresh_all },
    on_attach = function(client, bufnr)
      -- A buffer of a package that is checked already gets its lenses at once.
      M.refresh(bufnr)
      if config.on_attach then
        config.on_attach(client, bufnr)
      end
    end,
    on_exit = function()
      client_id = nil
    end,
  })
end

--- Attaches the server to a Rust buffer of a cargo package; leaves other buffers alone.
function M.attach(bufnr)
  local name = vim.api.nvim_buf_get_name(bufnr)
  local root = name ~= '' and vim.bo[bufnr].buftype == '' and root_of(name)
  if not root then
    return
  end
  if not client_id and vim.fn.executable(config.cmd[1]) == 0 then
    if not complained then
      complained = true
      vim.notify('refine: `' .. config.cmd[1] .. '` is not found; install it, or pass setup{ cmd = … }', vim.log.levels.ERROR)
    end
    return
  end
  client_id = client_id or start(root)
  if client_id then
    vim.lsp.buf_attach_client(bufnr, client_id)
  end
end

--- Sets refine up for all Rust buffers, those that are open included. See `config` above for what can be passed.
function M.setup(user)
  for key, value in pairs(user or {}) do
    config[key] = value
  end
  local group = vim.api.nvim_create_augroup('refine', { clear = true })
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = 'rust',
    callback = function(event)
      M.attach(event.buf)
    end,
  })
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(bufnr) and vim.bo[bufnr].filetype == 'rust' then
      M.attach(bufnr)
    end
  end
end

return M
