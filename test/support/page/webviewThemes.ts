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
 * A built-in theme of VS Code as webviews receive it: `kind` is the class of the body and `data-vscode-theme-kind`, and the
 * variables are those that our page uses. `dark` and `light` are the Modern ones. Nothing in `monokai` is blue; text on the
 * selection of `lightPlus` is white.
 */
export function webviewTheme(name: ThemeName) {
  const { kind, variables } = themes[name];
  return { kind, variables: { ...fonts, ...variables } };
}
