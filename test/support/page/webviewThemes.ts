import themes from "./webviewThemes.json";

export type ThemeName = keyof typeof themes;

export const themeNames = Object.keys(themes) as ThemeName[];

const fonts = {
  "font-family": 'system-ui, "Ubuntu", "Droid Sans", sans-serif',
  "font-size": "13px",
  "font-weight": "normal",
  "editor-font-family": "monospace",
  "editor-font-size": "14px",
};

/**
 * A built-in theme of VS Code as webviews get it. `kind` is the body's class and `data-vscode-theme-kind`;
 * `variables` are those that our page uses. `dark` and `light` are Dark Modern and Light Modern. `monokai`
 * has no blue, and `lightPlus` has white text on its selection.
 */
export function webviewTheme(name: ThemeName) {
  const { kind, variables } = themes[name];
  return { kind, variables: { ...fonts, ...variables } };
}
