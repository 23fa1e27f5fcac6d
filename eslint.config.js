import { createNodeResolver, importX } from "eslint-plugin-import-x";
import tseslint from "typescript-eslint";

/** What each folder of src may import besides itself: the arrows of the architecture (CONTRIBUTING.md draws them). */
const arrows = {
  shared: [],
  util: ["shared"],
  api: ["shared", "util"],
  connections: ["api", "shared", "util", "ids.ts", "commands.ts"],
  jsonDocuments: ["shared", "util", "ids.ts"],
  collections: ["api", "connections", "jsonDocuments", "shared", "util", "ids.ts", "commands.ts"],
  feed: ["api", "shared", "util"],
  panel: ["feed", "connections", "jsonDocuments", "api", "shared", "util", "ids.ts", "commands.ts"],
  exports: ["panel", "feed", "connections", "api", "shared", "util", "ids.ts", "commands.ts"],
  webview: ["shared"],
  sample: ["shared", "util"],
};

const zones = Object.entries(arrows).map(([folder, allowed]) => ({
  target: `./src/${folder}`,
  from: "./src",
  except: [folder, ...allowed].map((name) => `./${name}`),
  message: `src/${folder} may import ${allowed.length ? allowed.join(", ") : "nothing outside itself"}.`,
}));

const nodeBuiltins = { group: ["node:*"], message: "No Node here: this code runs in the page." };
const files = {
  group: ["node:fs", "node:fs/promises"],
  message: "Use FileSystem (src/util/fileSystem.ts): tests let it fail, and refuse what Windows refuses.",
};
const vscodeApi = { name: "vscode", message: "This folder does not know VS Code: hand in what it needs." };

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
      "import-x/no-cycle": "error",
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
    files: ["src/{api,feed,sample,util}/**/*.ts"],
    ignores: ["src/util/fileSystem.ts"],
    rules: { "no-restricted-imports": ["error", { paths: [vscodeApi], patterns: [files] }] },
  },
  {
    files: ["src/{shared,webview}/**/*.ts"],
    rules: { "no-restricted-imports": ["error", { paths: [vscodeApi], patterns: [nodeBuiltins] }] },
  },
  {
    files: ["src/{collections,connections,exports,panel}/**/*.ts", "src/*.ts"],
    rules: { "no-restricted-imports": ["error", { patterns: [files] }] },
  },
  {
    // One registrar runs commands: it catches, logs and tells the person.
    files: ["src/**/*.ts"],
    ignores: ["src/commands.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector:
            "MemberExpression[property.name=/^register(TextEditor)?Command$/][object.property.name='commands']",
          message: "Register commands through CommandRegistrar (src/commands.ts).",
        },
        {
          selector:
            "ImportDeclaration[importKind!='type'][source.value='vscode'] > :matches(ImportSpecifier, ImportDefaultSpecifier)",
          message: "Import all of vscode under that name: the rule above and every reader go by it.",
        },
      ],
    },
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
