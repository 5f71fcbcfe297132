// Checks an unpacked .vsix: all that is needed is inside, nothing else, and the extension starts the server as it should.
// Usage: node test.js <folder>
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');

const root = path.join(process.argv[2], 'extension');
const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));

function contents() {
  const top = fs.readdirSync(root).sort();
  assert.deepStrictEqual(top, ['LICENSE.txt', 'extension.js', 'node_modules', 'package.json', 'readme.md']);
  const main = path.join(root, manifest.main);
  assert(fs.existsSync(main), `${manifest.main} is inside`);
  for (const name of Object.keys(manifest.dependencies)) {
    const found = require.resolve(`${name}/node`, { paths: [root] });
    assert(found.startsWith(fs.realpathSync(root)), `${name} comes from the package itself, not from ${found}`);
  }
  for (const name of Object.keys(manifest.devDependencies)) {
    assert(!fs.existsSync(path.join(root, 'node_modules', name)), `${name} stays outside`);
  }
  assert(manifest.activationEvents.includes('onLanguage:rust'));
}

/** Runs the extension against stand-ins for the editor and the client library. */
async function behaviour() {
  const clients = [];
  const errors = [];
  const handlers = {};
  let onConfiguration;
  const opened = [];
  const settings = { path: path.join(process.argv[2], 'refine'), options: { scope: 'all' } };
  const vscode = {
    commands: {
      registerCommand: (name, run) => ((handlers[name] = run), {}),
      executeCommand: (...all) => opened.push(all),
    },
    window: { showErrorMessage: async (text, button) => (errors.push(text), button) },
    workspace: {
      getConfiguration: () => ({ get: (key, otherwise) => settings[key] ?? otherwise }),
      onDidChangeConfiguration: (run) => ((onConfiguration = run), {}),
    },
  };
  class LanguageClient {
    constructor(...all) {
      [this.id, this.name, this.server, this.options] = all;
      this.stops = 0;
      clients.push(this);
    }
    async start() {
      if (settings.options.scope === 'wrong') throw undefined;
      this.running = true;
    }
    isRunning() {
      return this.running === true;
    }
    async stop() {
      this.stops += 1;
    }
  }
  fs.writeFileSync(settings.path, '#!/bin/sh\necho refine 0.1.0', { mode: 0o755 });
  const load = Module._load;
  Module._load = (name, ...rest) =>
    name === 'vscode' ? vscode : name === 'vscode-languageclient/node' ? { LanguageClient } : load(name, ...rest);
  const extension = require(path.join(root, manifest.main));

  await extension.activate({ subscriptions: [] });
  assert.deepStrictEqual(clients[0].server, { command: settings.path, args: ['lsp'] });
  assert.deepStrictEqual(clients[0].options.initializationOptions, { scope: 'all' });
  assert.deepStrictEqual(clients[0].options.documentSelector, [{ scheme: 'file', language: 'rust' }]);
  for (const { command } of manifest.contributes.commands) assert(handlers[command], `${command} is registered`);

  // Also when a setting changes while the server restarts, one runs at a time.
  await Promise.all([handlers['refine.restart'](), onConfiguration({ affectsConfiguration: () => true })]);
  assert.deepStrictEqual(clients.map((client) => client.stops), [1, 1, 0]);
  onConfiguration({ affectsConfiguration: () => false });
  assert.strictEqual(clients.length, 3, 'settings of others are none of our business');
  const changed = () => onConfiguration({ affectsConfiguration: (section) => section === 'refine' });
  settings.options.scope = 'wrong';
  await changed();
  assert.deepStrictEqual([clients.length, errors.length], [4, 0], 'the library tells of a server that fails');
  settings.path = '/missing/refine';
  await changed();
  assert.deepStrictEqual([clients.length, clients[3].stops], [4, 0], 'what never ran is not stopped');
  assert.deepStrictEqual(errors, ['Cannot run /missing/refine: there is no such program.']);
  settings.path = '/bin/echo';
  await changed();
  assert.match(errors[1], /a different program/);
  assert.deepStrictEqual(opened[0], ['workbench.action.openSettings', 'refine.path']);
  await extension.deactivate();
}

contents();
behaviour().then(
  () => console.log(`ok: ${manifest.name} ${manifest.version} packages and starts the server`),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
