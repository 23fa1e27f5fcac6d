import { extensionId } from "../../src/ids";

/** Part of the path of the extension's scripts, as it is installed. */
export const extensionScripts = `${extensionId}-`;
