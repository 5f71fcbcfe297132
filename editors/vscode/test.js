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
  const settings = { path: '/opt/refine', options: { scope: 'all' } };
  const vscode = {
    commands: { registerCommand: (name, run) => ((handlers[name] = run), {}) },
    window: { showErrorMessage: (text) => errors.push(text) },
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
      if (this.server.command === 'missing') throw new Error('spawn missing ENOENT');
      this.running = true;
    }
    isRunning() {
      return this.running === true;
    }
    async stop() {
      this.stops += 1;
    }
  }
  const load = Module._load;
  Module._load = (name, ...rest) =>
    name === 'vscode' ? vscode : name === 'vscode-languageclient/node' ? { LanguageClient } : load(name, ...rest);
  const extension = require(path.join(root, manifest.main));

  await extension.activate({ subscriptions: [] });
  assert.deepStrictEqual(clients[0].server, { command: '/opt/refine', args: ['lsp'] });
  assert.deepStrictEqual(clients[0].options.initializationOptions, { scope: 'all' });
  assert.deepStrictEqual(clients[0].options.documentSelector, [{ scheme: 'file', language: 'rust' }]);
  for (const { command } of manifest.contributes.commands) assert(handlers[command], `${command} is registered`);

  await handlers['refine.restart']();
  assert.deepStrictEqual([clients.length, clients[0].stops], [2, 1]);
  onConfiguration({ affectsConfiguration: () => false });
  assert.strictEqual(clients.length, 2, 'settings of others are none of our business');
  settings.path = 'missing';
  await onConfiguration({ affectsConfiguration: (section) => section === 'refine' });
  assert.match(errors.join(), /refine does not start: spawn missing ENOENT.*refine\.path/);
  await extension.deactivate();
  assert.strictEqual(clients[2].stops, 0, 'what never ran is not stopped');
}

contents();
behaviour().then(
  () => console.log(`ok: ${manifest.name} ${manifest.version} packages and starts the server`),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
