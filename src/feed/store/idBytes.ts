/** No UTF-8 has this byte. */
const escape = 0xff;

/** The bytes an id is kept and compared by: UTF-8, and for ids with lone surrogates, which UTF-8 cannot tell apart, JSON. */
export function idBytes(id: string): Buffer {
  return id.isWellFormed()
    ? Buffer.from(id)
    : Buffer.concat([Buffer.from([escape]), Buffer.from(JSON.stringify(id))]);
}
