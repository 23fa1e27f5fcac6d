import JSZip from "jszip";

/** Date of all entries: the earliest that ZIP files support. */
const date = new Date(Date.UTC(1980, 0, 1));

/** `-rw-r--r--` */
const unixPermissions = 0o100644;

/** Reads a ZIP file. @returns contents by name, sorted */
export async function readZip(zip: Uint8Array): Promise<Map<string, Buffer>> {
  const { files } = await JSZip.loadAsync(zip);
  const contents = new Map<string, Buffer>();
  for (const name of Object.keys(files).sort()) {
    const file = files[name];
    if (file && !file.dir) {
      contents.set(name, await file.async("nodebuffer"));
    }
  }
  return contents;
}

/**
 * Writes the same files to a ZIP file that depends only on their names and contents. JSZip compresses in
 * JavaScript, whereas the output of Node's zlib depends on its version and the processor.
 */
export async function reproducibleZip(zip: Uint8Array): Promise<Buffer> {
  const written = new JSZip();
  for (const [name, contents] of await readZip(zip)) {
    written.file(name, contents, { date, unixPermissions, createFolders: false });
  }
  return written.generateAsync({
    type: "nodebuffer",
    compression: "DEFLATE",
    compressionOptions: { level: 9 },
    platform: "UNIX",
  });
}
