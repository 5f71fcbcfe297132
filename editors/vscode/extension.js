// refine for VS Code: starts `refine lsp` for Rust files. All that is known of the code comes from the server.
'use strict';

const { commands, window, workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

/** @type {LanguageClient | undefined} */
let client;

/** A client with the configuration as it is now. */
function create() {
  const settings = workspace.getConfiguration('refine');
  const command = settings.get('path', 'refine');
  const server = { command, args: ['lsp'] };
  return new LanguageClient('refine', 'refine', server, {
    documentSelector: [{ scheme: 'file', language: 'rust' }],
    initializationOptions: settings.get('options', {}),
  });
}

async function start() {
  client = create();
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(`refine does not start: ${error.message}. Is the setting refine.path right?`);
  }
}

async function stop() {
  const old = client;
  client = undefined;
  // A server that never started cannot be stopped.
  if (old && old.isRunning()) {
    await old.stop();
  }
}

async function restart() {
  await stop();
  await start();
}

/** Called by the editor when the first Rust file is opened. */
async function activate(context) {
  context.subscriptions.push(
    commands.registerCommand('refine.restart', restart),
    workspace.onDidChangeConfiguration((event) => event.affectsConfiguration('refine') && restart()),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
