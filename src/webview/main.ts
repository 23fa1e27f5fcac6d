/** Entry of the feed panel's page. */
import "@vscode/codicons/dist/codicon.css";
import "uplot/dist/uPlot.min.css";
import "@vscode-elements/elements/dist/vscode-button/index.js";
import "@vscode-elements/elements/dist/vscode-progress-bar/index.js";
import "@vscode-elements/elements/dist/vscode-toolbar-button/index.js";
import "./ui/page.css";
import "./filters/filterBar.css";
import "./grid/eventGrid.css";
import "./chart/chart.css";
import "./details/detailsPane.css";
import "./status/status.css";
import "./filters/searchBox.css";
import "./grid/columnBorders";
import "./details/companyTimeline";
import "./details/detailsPane";
import "./filters/entryField";
import "./grid/eventGrid";
import "./chart/eventsChart";
import { FeedApp } from "./feedApp";
import "./filters/filterBar";
import type { VsCodeApi } from "./host/hostConnection";
import "./filters/searchBox";
import "./ui/splitHandle";
import "./status/statusLine";
import "./filters/tokenField";

declare function acquireVsCodeApi(): VsCodeApi;

const app = document.querySelector("feed-app");
if (app instanceof FeedApp) {
  void app.connect(acquireVsCodeApi(), window);
}
