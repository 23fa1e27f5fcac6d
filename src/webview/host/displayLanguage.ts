import { type DisplayLanguage, setDisplayLanguage } from "../../shared/locale";

/** Imported first, so that modules may look up messages as they are evaluated. */
const data = document.getElementById("display-language")?.textContent;
if (data) {
  // Written by the extension (panel/pageHtml.ts), so it can be trusted.
  setDisplayLanguage(JSON.parse(data) as DisplayLanguage);
}
