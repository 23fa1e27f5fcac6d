import type { DisplayLanguage } from "../shared/locale";

interface PageHtmlOptions {
  /** `webview.cspSource` */
  readonly cspSource: string;
  readonly scriptUri: string;
  /** The page's style sheet; the icon font is in the same folder. */
  readonly styleUri: string;
  /** Random for each page; base64url. */
  readonly nonce: string;
  readonly title: string;
  readonly panelId: string;
  readonly displayLanguage: DisplayLanguage;
}

/** Allows the page's own script, and the extension's styles and fonts; nothing remote. */
export function contentSecurityPolicy({ cspSource, nonce }: PageHtmlOptions): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** The script renders the content. VS Code passes `data-vscode-context` to commands of context menus. */
export function pageHtml(options: PageHtmlOptions): string {
  const context = JSON.stringify({ panelId: options.panelId });
  const style = escapeAttribute(options.styleUri);
  // eslint-disable-next-line text/localized -- markup without text
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(options.displayLanguage.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(contentSecurityPolicy(options))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeAttribute(options.title)}</title>
<link rel="stylesheet" href="${style}">
</head>
<body data-vscode-context="${escapeAttribute(context)}">
<feed-app></feed-app>
<script type="application/json" id="display-language" nonce="${escapeAttribute(options.nonce)}">${scriptJson(options.displayLanguage)}</script>
<script type="module" nonce="${escapeAttribute(options.nonce)}" src="${escapeAttribute(options.scriptUri)}"></script>
</body>
</html>
`;
}

function escapeAttribute(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** JSON that cannot close its script element. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
