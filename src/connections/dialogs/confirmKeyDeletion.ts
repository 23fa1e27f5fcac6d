import { showWarning } from "../../window";

/** Asks before the last keys are deleted, whose connections are no longer in the settings. */
export async function confirmKeyDeletion(names: readonly string[]): Promise<"delete" | "keep" | undefined> {
  const deleteKeys = names.length === 1 ? "Delete Key" : "Delete Keys";
  const keep = names.length === 1 ? "Keep Key" : "Keep Keys";
  const listed = names.map((name) => `"${name}"`).join(", ");
  const choice = await showWarning(
    `No connection in your settings uses the API key of ${listed} any more. Delete it?`,
    deleteKeys,
    keep,
  );
  return choice === deleteKeys ? "delete" : choice === keep ? "keep" : undefined;
}
