import { isRecord } from "../../../shared/typeGuards";
import { toolDefinition } from "../definitions";
import type { ToolName } from "../toolNames";
import { jsonIn, maxNameLength, maxTextLength } from "./inputText";
import { nearestLabels } from "./nearestLabels";
import { quoted } from "./phrases";

const maxArguments = 50;

/** The arguments under the names of the definition, without empty ones. @returns a sentence if an argument has another name */
export function namedArguments(name: ToolName, value: unknown): Record<string, unknown> | string {
  const object = objectOf(value);
  const { properties, required = [] } = toolDefinition(name).inputSchema;
  const known = Object.keys(properties);
  const listOfKnown = `The arguments of ${name} are ${known.join(", ")}.`;
  if (!object) {
    return `The input must be a JSON object. ${listOfKnown}`;
  }
  const keys = Object.keys(object);
  if (keys.length > maxArguments) {
    return `The input has ${keys.length} arguments. ${listOfKnown}`;
  }
  const byName = new Map<string, unknown>();
  for (const key of keys) {
    const argument = known.find((other) => foldedName(other) === foldedName(key));
    if (argument === undefined) {
      const [nearest] = nearestLabels(key, known, 1);
      const meant = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
      return `${name} has no argument ${quoted(key)}.${meant} ${listOfKnown}`;
    }
    const argumentValue = object[key];
    if (isEmpty(argumentValue)) {
      continue;
    }
    if (byName.has(argument)) {
      return `${argument} is given twice. Pass it once.`;
    }
    byName.set(argument, argumentValue);
  }
  const missing = required.find((argument) => !byName.has(argument));
  if (missing !== undefined) {
    return `${missing} is required. ${properties[missing]?.description ?? ""}`.trim();
  }
  return Object.fromEntries(byName);
}

function objectOf(value: unknown): Record<string, unknown> | undefined {
  const object = typeof value === "string" ? jsonIn(value) : (value ?? {});
  return isRecord(object) ? object : undefined;
}

/** Whether a value stands for an argument that is left out: agents often pass empty values instead. */
function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === "string" && value.length < maxTextLength && value.trim() === "") ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** The same for all spellings of a name: `min_amount`, `minAmount`, `min-amount`, `Min Amount`. */
function foldedName(name: string): string {
  return name
    .slice(0, maxNameLength)
    .toLowerCase()
    .replace(/[\s_-]/g, "");
}
