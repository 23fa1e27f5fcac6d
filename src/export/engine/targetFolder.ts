/** The folder that an exported file is saved in. All operations reject with an error whose message is a sentence. */
export interface TargetFolder {
  /** Whether the file can be written, as far as that is known without writing. */
  checkObstacles(): Promise<void>;
  createFile(name: string): Promise<void>;
  /** Copies a file of this machine, and replaces one of that name. */
  copyFrom(file: string, name: string): Promise<void>;
  /** Gives a file of the folder the name of the exported one, which it replaces. */
  renameToTarget(name: string): Promise<void>;
  delete(name: string): Promise<void>;
}

/** The same name for every check: if windows are closed during one, no more than one empty file remains. */
const checkedName = temporaryName("check");

/** Does not contain the target's name, which might make it too long. @param tag distinguishes exports to the same folder */
function temporaryName(tag: string): string {
  return `.company-feed-${tag}.part`;
}

/** Checks that the target can be written, before an export that may take an hour. Leaves nothing behind. */
export async function checkTarget(folder: TargetFolder): Promise<void> {
  await folder.checkObstacles();
  try {
    await folder.createFile(checkedName);
  } finally {
    await deleteFile(folder, checkedName);
  }
}

/** Copies a whole file beside the target and renames it: the target is never partially written. */
export async function copyToTarget(folder: TargetFolder, file: string, tag: string): Promise<void> {
  await folder.checkObstacles();
  const temporary = temporaryName(tag);
  try {
    await folder.copyFrom(file, temporary);
    await folder.renameToTarget(temporary);
  } catch (error) {
    await deleteFile(folder, temporary);
    throw error;
  }
}

/** Deletes what a window left beside the target because it was closed while it wrote there. */
export async function deleteTemporaryFiles(folder: TargetFolder, tag: string): Promise<void> {
  await deleteFile(folder, checkedName);
  await deleteFile(folder, temporaryName(tag));
}

async function deleteFile(folder: TargetFolder, name: string): Promise<void> {
  try {
    await folder.delete(name);
  } catch {
    // It does not exist, or its file system is no longer reachable.
  }
}
