import assert from "node:assert/strict";
import { contentSecurityPolicy, pageHtml } from "../../../src/panel/pageHtml";

const options = {
  cspSource: "https://*.vscode-cdn.net",
  scriptUri: "https://file+.vscode-cdn.net/dist/webview/feed.js",
  styleUri: "https://file+.vscode-cdn.net/dist/webview/feed.css",
  nonce: "abc123",
  title: "Event Feed",
  panelId: "4f",
  displayLanguage: { language: "en-US", messages: {} },
};

describe("The panel's HTML", () => {
  it("allows its own script, styles and fonts, and nothing else", () => {
    const policy = contentSecurityPolicy(options);
    assert.deepEqual(policy.split("; "), [
      "default-src 'none'",
      "script-src 'nonce-abc123'",
      "style-src https://*.vscode-cdn.net",
      "font-src https://*.vscode-cdn.net",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    assert.ok(!/unsafe|\*(?!\.vscode-cdn)|http:/.test(policy));
    assert.ok(pageHtml(options).includes(`content="${policy}"`));
  });

  it("has no inline script or style", () => {
    const html = pageHtml(options);
    assert.deepEqual(html.match(/<script[^>]*>[^<]*/g), [
      `<script type="application/json" id="display-language" nonce="abc123">{"language":"en-US","messages":{}}`,
      `<script type="module" nonce="abc123" src="${options.scriptUri}">`,
    ]);
    assert.ok(!/<style|style=|\son\w+=/.test(html));
  });

  it("tells context menu commands which panel they belong to", () => {
    assert.ok(
      pageHtml(options).includes('<body data-vscode-context="{&quot;panelId&quot;:&quot;4f&quot;}">'),
    );
  });

  it("contains the display language, whatever characters its messages have", () => {
    const displayLanguage = { language: "de", messages: { "<b>": "</script><script>alert(1)</script>" } };
    const html = pageHtml({ ...options, displayLanguage });
    assert.ok(html.includes('<html lang="de">'));
    const [, data = ""] = /<script type="application\/json"[^>]*>([^<]*)<\/script>/.exec(html) ?? [];
    assert.deepEqual(JSON.parse(data), displayLanguage);
  });

  it("escapes its options", () => {
    const html = pageHtml({ ...options, title: '</title><script>alert("1")</script>', scriptUri: 'a"b&c' });
    assert.ok(
      html.includes("<title>&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;</title>"),
    );
    assert.ok(html.includes('src="a&quot;b&amp;c"'));
  });
});
