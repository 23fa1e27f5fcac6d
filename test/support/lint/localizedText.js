/**
 * An ESLint rule: text for users must be written as `l10n.t("…")`, so that it can be translated. Reports
 * English in the arguments, properties and templates listed below, in errors, and in literals of two words.
 */

/** Functions, such as those of src/window.ts, that show their arguments. */
const showingFunctions =
  /^(show(Error|Warning|Information|ModalWarning|StatusBarMessage)|withProgressNotification|announce)$/;

/** Properties that are shown. */
const shownProperties =
  /^(label|description|detail|tooltip|title|placeholder|placeHolder|prompt|heading|caption|hint|saveLabel|openLabel|ariaLabel|accessibilityLabel|validationMessage)$/;

/** Without RangeError and TypeError, which only bugs throw. */
const shownErrors = /^(?!RangeError$|TypeError$)\w*Error$/;

/** HTML attributes that are shown or read aloud. */
const shownAttributes =
  /^\.?(aria-(label|description|roledescription|valuetext|placeholder)|title|placeholder|label|alt|heading|data-tooltip)$/;

/** Names that aren't translated. */
const names =
  /^[^\p{L}]*((Company Feed|JSON( Lines)?|NDJSON|CSV|TSV|Parquet|Markdown|UTC|IPO|cURL|PowerShell|TypeScript|Python|httpx|fetch|USD|US|URL|API|ID|K|M|B|T|x|h|d|s|ms|min|px)[^\p{L}]*)*$/u;

const twoWords = /\p{L}{2,} \p{L}{2,}/u;
const letter = /\p{L}/u;

/** @type {import("eslint").Rule.RuleModule} */
export const localizedText = {
  meta: {
    type: "problem",
    messages: {
      literal: "Pass one string literal: `npm run l10n` finds no other messages.",
      english: 'Write l10n.t("…"): people read "{{text}}" in their own language.',
    },
    schema: [],
  },
  create(context) {
    const report = (node, text) =>
      context.report({
        node,
        messageId: "english",
        data: { text: text.replace(/\s+/g, " ").trim().slice(0, 60) },
      });

    /** Reports English text in an expression whose value is shown. */
    function checkShown(node) {
      switch (node?.type) {
        case "Literal":
          if (typeof node.value === "string" && letter.test(node.value) && !names.test(node.value)) {
            report(node, node.value);
          }
          break;
        case "TemplateLiteral": {
          const text = staticText(node);
          if (letter.test(text) && !names.test(text)) {
            report(node, text);
          }
          node.expressions.forEach(checkShown);
          break;
        }
        case "ConditionalExpression":
          checkShown(node.consequent);
          checkShown(node.alternate);
          break;
        case "LogicalExpression":
          checkShown(node.left);
          checkShown(node.right);
          break;
        case "BinaryExpression":
          if (node.operator === "+") {
            checkShown(node.left);
            checkShown(node.right);
          }
          break;
        case "TSAsExpression":
        case "TSNonNullExpression":
          checkShown(node.expression);
          break;
      }
    }

    /** Reports two words in any other literal. */
    function checkAnywhere(node, text) {
      if (twoWords.test(text) && !names.test(text) && !isNeverShown(node)) {
        report(node, text);
      }
    }

    return {
      CallExpression(node) {
        if (isLookup(node.callee) && !isLiteralMessage(node.arguments[0])) {
          context.report({ node, messageId: "literal" });
        }
        if (showingFunctions.test(calledName(node.callee))) {
          node.arguments.forEach(checkShown);
        }
      },
      NewExpression(node) {
        if (shownErrors.test(calledName(node.callee))) {
          node.arguments.forEach(checkShown);
        }
      },
      Property(node) {
        if (!node.computed && shownProperties.test(node.key.name ?? node.key.value)) {
          checkShown(node.value);
        }
      },
      AssignmentExpression(node) {
        const { left } = node;
        if (left.type === "MemberExpression" && !left.computed && shownProperties.test(left.property.name)) {
          checkShown(node.right);
        }
      },
      TaggedTemplateExpression(node) {
        if (/^(html|svg)$/.test(calledName(node.tag))) {
          for (const { text, expression } of shownParts(node.quasi)) {
            if (text !== undefined && letter.test(text) && !names.test(text)) {
              report(node.quasi, text);
            }
            checkShown(expression);
          }
        }
      },
      Literal(node) {
        if (typeof node.value === "string") {
          checkAnywhere(node, node.value);
        }
      },
      TemplateLiteral(node) {
        if (node.parent.type !== "TaggedTemplateExpression") {
          checkAnywhere(node, staticText(node));
        }
      },
    };
  },
};

/** Returns `info` for `this.log.info`. */
function calledName(callee) {
  return callee.type === "MemberExpression" ? (callee.property.name ?? "") : (callee.name ?? "");
}

function isLookup(callee) {
  return callee.type === "MemberExpression" && callee.object.name === "l10n" && callee.property.name === "t";
}

function isLiteralMessage(argument) {
  if (argument?.type === "ObjectExpression") {
    const message = argument.properties.find((property) => property.key?.name === "message");
    return isLiteralMessage(message?.value);
  }
  return argument?.type === "Literal" && typeof argument.value === "string";
}

function staticText(template) {
  return template.quasis.map(({ value }) => value.cooked ?? "").join("\u0000");
}

/** True for arguments of `l10n.t` or the log, for types, and for literals that checkShown checks. */
function isNeverShown(node) {
  for (let child = node, { parent } = node; parent; child = parent, parent = parent.parent) {
    switch (parent.type) {
      case "CallExpression": {
        const { callee } = parent;
        if (callee === child) {
          break;
        }
        if (callee.type === "MemberExpression") {
          const object = calledName(callee.object);
          if (isLookup(callee) || /^(log|logger)$/.test(object)) {
            return true;
          }
        }
        if (/^(log\w*|test|startsWith|includes|querySelector(All)?)$/.test(calledName(callee))) {
          return true;
        }
        break;
      }
      case "MemberExpression":
        if (parent.object === child && parent.property.name === "split") {
          return true;
        }
        break;
      case "NewExpression":
        if (/Error$/.test(calledName(parent.callee))) {
          return true;
        }
        break;
      case "Property":
        if (parent.key === child || shownProperties.test(parent.key.name ?? parent.key.value)) {
          return true;
        }
        break;
      case "TSLiteralType":
      case "ImportDeclaration":
      case "ExportAllDeclaration":
      case "ExportNamedDeclaration":
        return parent.type !== "ExportNamedDeclaration" || parent.source === child;
      case "ArrowFunctionExpression":
      case "FunctionExpression":
      case "FunctionDeclaration":
      case "ClassBody":
        return false;
    }
  }
  return false;
}

/** Visible texts and expressions of a Lit template, in order. */
function shownParts({ quasis, expressions }) {
  const parts = [];
  /** Name of the attribute at this position; "" in a tag, undefined between tags. */
  let attribute;
  let quote = "";
  let text = "";
  const flush = () => {
    parts.push({ text });
    text = "";
  };
  quasis.forEach(({ value }, index) => {
    const html = (value.cooked ?? "").replace(/<!--.*?-->/gs, "");
    for (let at = 0; at < html.length; at++) {
      const char = html[at];
      if (attribute === undefined) {
        if (char === "<") {
          flush();
          attribute = "";
        } else {
          text += char;
        }
      } else if (quote !== "" ? char === quote : attribute !== "" && quote === "" && /[\s>]/.test(char)) {
        flush();
        attribute = char === ">" ? undefined : "";
        quote = "";
      } else if (attribute !== "") {
        text += shownAttributes.test(attribute) ? char : "";
      } else if (char === ">") {
        attribute = undefined;
      } else {
        const [, name, opening] = /^([@?.]?[\w-]+)=(["']?)/.exec(html.slice(at)) ?? [];
        if (name !== undefined && /[\s"']/.test(html[at - 1] ?? " ")) {
          attribute = name;
          quote = opening;
          at += name.length + opening.length;
        }
      }
    }
    const expression = expressions[index];
    if (expression && (attribute === undefined || shownAttributes.test(attribute))) {
      parts.push({ expression });
      text += "\u0000";
    }
    if (attribute !== undefined && attribute !== "" && quote === "") {
      // An attribute without quotes ends after its expression.
      attribute = "";
    }
  });
  flush();
  return parts;
}
