import JSZip from "jszip";

/** Everything is of the earliest date of a ZIP file. */
const date = new Date(Date.UTC(1980, 0, 1));

/** `-rw-r--r--` */
const unixPermissions = 0o100644;

/** The files in a ZIP file, by name, sorted. */
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
 * The same files in a ZIP file that depends on nothing else: sorted by name, all with one date and mode. JSZip compresses in
 * JavaScript; what Node's zlib makes of the same bytes depends on its version and on the processor.
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
