// Starts `corpus lsp` and lets the editor talk with it. The colours of the grammar need none of this.

"use strict";

const vscode = require("vscode");

let client;
// One start or stop after the other, however often the command is given.
let work = Promise.resolve();

function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand("corpus.restart", () => inTurn(restart)));
  return inTurn(start);
}

function deactivate() {
  return inTurn(stop);
}

function inTurn(what) {
  work = work.then(what, what);
  return work;
}

async function restart() {
  await stop();
  await start();
}

async function start() {
  let LanguageClient;
  try {
    ({ LanguageClient } = require("vscode-languageclient/node"));
  } catch {
    vscode.window.showWarningMessage("corpus: run `npm install` in the extension's folder for more than colours.");
    return;
  }
  // The setting may have changed since the last start.
  const command = vscode.workspace.getConfiguration("corpus").get("path", "corpus");
  const server = { command, args: ["lsp"] };
  const options = {
    documentSelector: [{ language: "corpus" }],
    // Colours come from the grammar, but for names.
    initializationOptions: { grammar: true },
  };
  client = new LanguageClient("corpus", "corpus", server, options);
  try {
    await client.start();
  } catch (why) {
    vscode.window.showErrorMessage(`corpus: cannot start \`${command} lsp\`: ${why}. The setting corpus.path tells where it is.`);
  }
}

async function stop() {
  const old = client;
  client = undefined;
  try {
    await old?.dispose();
  } catch {
    // It never ran, or has ended by itself.
  }
}

module.exports = { activate, deactivate };
