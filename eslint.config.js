import { createNodeResolver, importX } from "eslint-plugin-import-x";
import tseslint from "typescript-eslint";
import { localizedText } from "./test/support/lint/localizedText.js";

/** What each folder of src may import besides itself: the arrows of the architecture (docs/architecture.md draws them). */
const arrows = {
  shared: [],
  util: ["shared"],
  service: ["shared", "util"],
  connections: [
    "service",
    "shared",
    "util",
    "ids.ts",
    "settings.ts",
    "commands.ts",
    "dialogSteps.ts",
    "window.ts",
  ],
  jsonDocuments: ["shared", "util", "ids.ts"],
  collections: [
    "service",
    "connections",
    "jsonDocuments",
    "shared",
    "util",
    "ids.ts",
    "commands.ts",
    "dialogSteps.ts",
    "window.ts",
  ],
  feed: ["service", "shared", "util"],
  panel: [
    "feed",
    "connections",
    "jsonDocuments",
    "service",
    "shared",
    "util",
    "ids.ts",
    "commands.ts",
    "dialogSteps.ts",
    "window.ts",
  ],
  export: ["panel", "feed", "connections", "service", "shared", "util", "ids.ts", "commands.ts", "window.ts"],
  savedFeeds: [
    "panel",
    "feed",
    "connections",
    "service",
    "shared",
    "util",
    "ids.ts",
    "settings.ts",
    "commands.ts",
    "dialogSteps.ts",
    "window.ts",
  ],
  agent: [
    "savedFeeds",
    "collections",
    "panel",
    "feed",
    "connections",
    "service",
    "shared",
    "util",
    "ids.ts",
    "settings.ts",
    "commands.ts",
    "dialogSteps.ts",
    "window.ts",
  ],
  webview: ["shared"],
  sample: ["shared", "util"],
};

/** Parts of a folder that may import less than the folder: they run without VS Code. */
const pureParts = {
  "export/formats": ["export/eventLines.ts", "shared", "util"],
  "collections/model": ["service", "shared", "util"],
  "savedFeeds/model": ["feed/writtenQuery.ts", "service", "shared", "util"],
  "agent/tools": [
    "collections/model",
    "savedFeeds/model",
    "panel/links.ts",
    "feed",
    "service",
    "shared",
    "util",
    "ids.ts",
  ],
  "agent/mcp": ["agent/tools", "connections/secretStorage.ts", "shared", "util", "ids.ts"],
};

/** Folders that run without VS Code, besides the page and what it shares with the extension. */
const withoutVscode = ["service", "feed", "sample", "util", ...Object.keys(pureParts)];

const zones = Object.entries({ ...arrows, ...pureParts }).map(([folder, allowed]) => ({
  target: `./src/${folder}`,
  from: "./src",
  except: [folder, ...allowed].map((name) => `./${name}`),
  message: `src/${folder} may import ${allowed.length ? allowed.join(", ") : "nothing outside itself"}.`,
}));

zones.push({
  target: [
    "agent",
    "service",
    "collections",
    "connections",
    "export",
    "feed",
    "jsonDocuments",
    "sample",
    "savedFeeds",
    "util",
  ].map((folder) => `./src/${folder}`),
  from: ["./src/shared/protocol.ts", "./src/shared/pageState.ts"],
  message: "Only src/panel and src/webview know the page's protocol.",
});

zones.push({
  target: ["service", "collections", "connections", "jsonDocuments", "sample", "util"].map(
    (folder) => `./src/${folder}`,
  ),
  from: ["./src/shared/feedState.ts", "./src/shared/viewQueries.ts"],
  message: "Only a feed and what shows or exports it know its state.",
});

zones.push({
  target: ["details", "ui"].map((folder) => `./src/webview/${folder}`),
  from: "./src/webview/grid",
  message: "What the list and other parts of the page share is in src/webview/ui.",
});

const nodeBuiltins = { group: ["node:*"], message: "No Node here: this code runs in the page." };
const files = {
  group: ["node:fs", "node:fs/promises"],
  message: "Use FileSystem (src/util/fileSystem.ts): tests let it fail, and refuse what Windows refuses.",
};
const vscodeApi = { name: "vscode", message: "This folder must not import vscode; pass in what it needs." };

/** It catches, logs and tells the person. */
const oneRegistrar = [
  {
    selector:
      "MemberExpression[property.name=/^register(TextEditor)?Command$/][object.property.name='commands']",
    message: "Register commands through CommandRegistrar (src/commands.ts).",
  },
];

/** VS Code reads icons, links and commands out of what these are given. */
const plainTextAlone = [
  {
    selector:
      "MemberExpression[object.object.name='vscode'][object.property.name='window'][property.name=/^(show(Error|Warning|Information)Message|showQuickPick|showInputBox|createQuickPick|createInputBox|createStatusBarItem|setStatusBarMessage|withProgress)$/]",
    message: "Go through src/window.ts or src/dialogSteps.ts, which shows every text as it is.",
  },
  {
    selector:
      ":not(MemberExpression) > MemberExpression[object.name='vscode'][property.name='window'], VariableDeclarator[init.name='vscode'], MemberExpression[object.object.name='vscode'][object.property.name='window'][computed=true]",
    message: "Write vscode.window.… in full: the rule on src/window.ts goes by it.",
  },
  {
    selector: "MemberExpression[object.name='vscode'][property.name='MarkdownString']",
    message: "Show plain text: what a service sends is never Markdown.",
  },
];

const wholeVscode = [
  {
    selector:
      "ImportDeclaration[importKind!='type'][source.value='vscode'] > :matches(ImportSpecifier, ImportDefaultSpecifier)",
    message: "Import all of vscode under that name: the other lint rules rely on it.",
  },
];

/** So that whoever asks where secrets are read and written has two files to look at: API keys, and the MCP server's bearer token. */
const secretStorage = [
  {
    selector:
      "MemberExpression[property.name='secrets'], ObjectPattern > Property[key.name='secrets'], TSQualifiedName[right.name='SecretStorage'], ImportSpecifier[imported.name='SecretStorage']",
    message:
      "Only src/connections/keyStore.ts and src/agent/mcp/token.ts use the SecretStorage, which src/extension.ts passes to them.",
  },
];

export default tseslint.config(
  { ignores: ["dist/", "out/", "node_modules/", ".vscode-test/"] },
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked],
    plugins: { "import-x": importX },
    languageOptions: {
      parserOptions: {
        project: [
          "tsconfig.json",
          "src/shared/tsconfig.json",
          "src/webview/tsconfig.json",
          "test/tsconfig.json",
        ],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    settings: {
      "import-x/resolver-next": [createNodeResolver({ extensions: [".ts", ".js", ".json"] })],
      "import-x/parsers": { "@typescript-eslint/parser": [".ts"] },
    },
    rules: {
      "import-x/no-restricted-paths": ["error", { basePath: import.meta.dirname, zones }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/prefer-promise-reject-errors": "error",
      eqeqeq: "error",
      "no-console": "error",
    },
  },
  {
    files: withoutVscode.map((folder) => `src/${folder}/**/*.ts`),
    ignores: ["src/util/fileSystem.ts"],
    rules: { "no-restricted-imports": ["error", { paths: [vscodeApi], patterns: [files] }] },
  },
  {
    files: ["src/{shared,webview}/**/*.ts"],
    rules: { "no-restricted-imports": ["error", { paths: [vscodeApi], patterns: [nodeBuiltins] }] },
  },
  {
    files: ["src/{agent,collections,connections,export,jsonDocuments,panel,savedFeeds}/**/*.ts", "src/*.ts"],
    ignores: withoutVscode.map((folder) => `src/${folder}/**`),
    rules: { "no-restricted-imports": ["error", { patterns: [files] }] },
  },
  {
    files: ["src/**/*.ts"],
    rules: {
      "no-restricted-syntax": ["error", ...oneRegistrar, ...wholeVscode, ...plainTextAlone, ...secretStorage],
    },
  },
  {
    files: ["src/**/*.ts"],
    // Language models read what the tools answer, in English alone.
    ignores: ["src/sample/**", "src/agent/{tools,mcp}/**"],
    plugins: { text: { rules: { localized: localizedText } } },
    rules: { "text/localized": "error" },
  },
  {
    files: ["src/commands.ts"],
    rules: { "no-restricted-syntax": ["error", ...wholeVscode, ...plainTextAlone, ...secretStorage] },
  },
  {
    files: ["src/window.ts", "src/dialogSteps.ts"],
    rules: { "no-restricted-syntax": ["error", ...oneRegistrar, ...wholeVscode, ...secretStorage] },
  },
  {
    files: ["src/connections/{keyStore,secretStorage}.ts", "src/agent/mcp/token.ts", "src/extension.ts"],
    rules: { "no-restricted-syntax": ["error", ...oneRegistrar, ...wholeVscode, ...plainTextAlone] },
  },
  {
    files: ["test/**/*.ts"],
    rules: {
      "no-console": "off",
      // Mocha's describe and it take async functions whose promise Mocha itself awaits.
      "@typescript-eslint/no-floating-promises": "error",
    },
  },
);
