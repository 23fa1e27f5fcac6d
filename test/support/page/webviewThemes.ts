import themes from "./webviewThemes.json";

/** VS Code's built-in themes as webviews receive them: the variables that our page uses, with VS Code's values. */
export interface WebviewTheme {
  /** Class on the body and `data-vscode-theme-kind`. */
  readonly kind: string;
  readonly variables: Readonly<Record<string, string>>;
}

export type ThemeName = keyof typeof themes;

export const themeNames = Object.keys(themes) as ThemeName[];

const fonts = {
  "font-family": 'system-ui, "Ubuntu", "Droid Sans", sans-serif',
  "font-size": "13px",
  "font-weight": "normal",
  "editor-font-family": "monospace",
  "editor-font-size": "14px",
};

/** `dark` and `light` are the Modern ones. Nothing in `monokai` is blue; text on the selection of `lightPlus` is white. */
export function webviewTheme(name: ThemeName): WebviewTheme {
  const { kind, variables } = themes[name];
  return { kind, variables: { ...fonts, ...variables } };
}
