import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Rule, RuleTester } from "eslint";
import { root } from "../../../support/runner/paths";

const { localizedText } = (await import(
  pathToFileURL(path.join(root, "test/support/lint/localizedText.js")).href
)) as { localizedText: Rule.RuleModule };

RuleTester.describe = describe;
RuleTester.it = it;

/** Code with untranslated text: one error each, unless a number is given. */
const english: [code: string, errors?: number][] = [
  ['showError("Failed");'],
  ["showWarning(`Lost ${count} events.`);"],
  ['showInformation(l10n.t("Done."), isLate ? "Open" : undefined);'],
  ["const item = { label: 'Reload' };"],
  ["const item = { label: `${count} new` };"],
  ['const item = { description: isOld ? "old" : "new" };', 2],
  ['this.item.tooltip = "Connected";'],
  ['throw new Error("Closed.");'],
  ["throw new ExportError(`${name} exists.`);"],
  ['return "No events so far.";'],
  ["return `${count} of ${total} events loaded`;"],
  ["html`<b>Loading</b>`;"],
  ["html`<b>${count} loaded</b>`;"],
  ['html`<button aria-label="Close"></button>`;'],
  ["html`<button title=${isOpen ? 'Close' : l10n.t('Open')}></button>`;"],
  ["html`<vscode-button .label=${`Reset ${name}`}></vscode-button>`;"],
  ['html`<p>${text === undefined ? "Nothing" : text}</p>`;'],
  ["html`<p class=a>Text</p>`;"],
  ["html`<p class=${a}>Text</p>`;"],
  ["html`<p title='Text'></p>`;"],
  ["const text = l10n.t(name);"],
  ["const text = l10n.t(`${count} events`, count);"],
  ['const text = l10n.t("All " + count);'],
  ["const text = l10n.t({ message: name, args: [], comment: [] });"],
];

const fine: string[] = [
  'showError(l10n.t("Failed"));',
  'l10n.t({ message: "Open", args: [], comment: ["Verb, a button"] });',
  'log.info("Read a page.");',
  "this.log.warn(`Skipped ${count} bad items.`);",
  'const item = { label: "JSON", icon: "new-file" };',
  "const item = { label: name, description: `${name} (${count})` };",
  'throw new RangeError("Slot 1 is empty.");',
  'const words = "to min max low".split(" ");',
  'html`<p class="one two" title=${l10n.t("A")}>${l10n.t("B")}</p>`;',
  'html`<p class=${isOld ? "old" : "new"}></p>`;',
  "html`<!-- A remark. --><p @click=${() => this.run()}>· ${count}</p>`;",
  'html`<span aria-hidden="true" role="img">${icon}</span>`;',
  "html`<p>×</p>`;",
  'import { a } from "two words";',
  "css`a b { color: red; }`;",
];

new RuleTester({ languageOptions: { ecmaVersion: 2024, sourceType: "module" } }).run(
  "text/localized",
  localizedText,
  {
    valid: fine.map((code) => ({ code: wrap(code) })),
    invalid: english.map(([code, errors = 1]) => ({ code: wrap(code), errors })),
  },
);

/** Puts code into a function, so that it may return; imports must stay at the top level. */
function wrap(code: string): string {
  return code.startsWith("import") ? code : `function f() { ${code} }`;
}
