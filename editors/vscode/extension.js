// refine for VS Code: starts `refine lsp` for Rust files. All that is known of the code comes from the server.
'use strict';

const { execFile } = require('child_process');
const { promisify } = require('util');
const { commands, window, workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

/** @type {LanguageClient | undefined} */
let client;

async function start() {
  const settings = workspace.getConfiguration('refine');
  const command = settings.get('path', 'refine');
  // The client library does not say why a server cannot be started.
  try {
    const { stdout } = await promisify(execFile)(command, ['--version']);
    if (!stdout.startsWith('refine ')) throw new Error('a different program has this name');
  } catch (error) {
    complain(command, error);
    return;
  }
  client = new LanguageClient('refine', 'refine', { command, args: ['lsp'] }, {
    documentSelector: [{ scheme: 'file', language: 'rust' }],
    initializationOptions: settings.get('options', {}),
  });
  // If this fails the library shows it, with what the server wrote.
  await client.start().catch(() => {});
}

async function complain(command, error) {
  const reason = error.code === 'ENOENT' ? 'there is no such program' : error.message;
  const settings = 'Open Settings';
  if ((await window.showErrorMessage(`Cannot run ${command}: ${reason}.`, settings)) === settings) {
    await commands.executeCommand('workbench.action.openSettings', 'refine.path');
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

/** One start or stop after the other: settings may change while a server starts. */
let last = Promise.resolve();
function queue(...steps) {
  for (const step of steps) last = last.then(step, step);
  return last;
}

const restart = () => queue(stop, start);

/** Called by the editor when the first Rust file is opened. */
async function activate(context) {
  context.subscriptions.push(
    commands.registerCommand('refine.restart', restart),
    workspace.onDidChangeConfiguration((event) => event.affectsConfiguration('refine') && restart()),
  );
  await queue(start);
}

module.exports = { activate, deactivate: () => queue(stop) };
