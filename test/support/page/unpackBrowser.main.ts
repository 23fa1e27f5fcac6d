/** Unpacks the browser of @sparticuz/chromium into the temporary folder (TMPDIR) of this process. */
import chromium from "@sparticuz/chromium";

console.log(await chromium.executablePath());
