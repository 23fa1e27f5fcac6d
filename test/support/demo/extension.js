const vscode = require("vscode");

/** Identifies a run of `npm start`, in which only the first window opens the feed. */
const start = process.env.COMPANY_FEED_DEMO_START;
const shownKey = "shownForStart";

exports.activate = async (context) => {
  if (!start || context.globalState.get(shownKey) === start) {
    return;
  }
  await context.globalState.update(shownKey, start);
  await vscode.commands.executeCommand("workbench.view.extension.companyFeed");
  await vscode.commands.executeCommand("companyFeed.connectSample");
  await vscode.commands.executeCommand("companyFeed.openFeed");
};
