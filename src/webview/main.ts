/** Entry point of the feed panel's page: loads styles and custom elements, then connects to the host. */
import { savedState, vsCode } from "./host/vsCode";
import "@vscode/codicons/dist/codicon.css";
import "@vscode-elements/elements/dist/vscode-progress-bar/index.js";
import "./ui/page.css";
import "./filters/filterBar.css";
import "./grid/eventGrid.css";
import "./chart/chart.css";
import "./details/detailsPane.css";
import "./status/status.css";
import "./chart/eventsChart";
import "./details/detailsPane";
import "./filters/filterBar";
import "./filters/searchBox";
import "./filters/timeRangeField";
import "./filters/tokenField";
import "./grid/eventGrid";
import "./ui/splitHandle";
import { FeedApp } from "./feedApp";

const app = document.querySelector("feed-app");
if (app instanceof FeedApp) {
  void app.connect(vsCode, savedState);
}
