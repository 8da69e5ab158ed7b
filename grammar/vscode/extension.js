// Starts `corpus lsp` and lets the editor talk with it. The colours of the grammar need none of this.

"use strict";

const vscode = require("vscode");

let client;

async function activate(context) {
  let LanguageClient;
  try {
    ({ LanguageClient } = require("vscode-languageclient/node"));
  } catch {
    vscode.window.showWarningMessage("corpus: run `npm install` in the extension's folder for more than colours.");
    return;
  }
  const command = vscode.workspace.getConfiguration("corpus").get("path", "corpus");
  const server = { command, args: ["lsp"] };
  const options = {
    documentSelector: [{ language: "corpus" }],
    // Colours come from the grammar, but for names.
    initializationOptions: { grammar: true },
  };
  client = new LanguageClient("corpus", "corpus", server, options);
  context.subscriptions.push(
    vscode.commands.registerCommand("corpus.restart", () => client.restart()),
  );
  try {
    await client.start();
  } catch (why) {
    vscode.window.showErrorMessage(`corpus: cannot start \`${command} lsp\`: ${why}. The setting corpus.path tells where it is.`);
  }
}

function deactivate() {
  return client?.isRunning() ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
