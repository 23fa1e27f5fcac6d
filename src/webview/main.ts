/** Entry of the feed panel's page. */
import "@vscode/codicons/dist/codicon.css";
import "uplot/dist/uPlot.min.css";
import "@vscode-elements/elements/dist/vscode-button/index.js";
import "@vscode-elements/elements/dist/vscode-progress-bar/index.js";
import "@vscode-elements/elements/dist/vscode-toolbar-button/index.js";
import "./page.css";
import "./filterBar.css";
import "./eventGrid.css";
import "./chart.css";
import "./detailsPane.css";
import "./live.css";
import "./searchBox.css";
import "./eventMenu.css";
import "./columnBorders";
import "./companyTimeline";
import "./detailsPane";
import "./entryField";
import "./eventGrid";
import "./eventMenu";
import "./eventsChart";
import { FeedApp } from "./feedApp";
import "./filterBar";
import type { VsCodeApi } from "./hostLink";
import "./searchBox";
import "./splitHandle";
import "./statusLine";
import "./tokenField";

declare function acquireVsCodeApi(): VsCodeApi;

const app = document.querySelector("feed-app");
if (app instanceof FeedApp) {
  void app.connect(acquireVsCodeApi(), window);
}
