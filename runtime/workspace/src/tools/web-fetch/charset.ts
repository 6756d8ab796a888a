/** The meta element must stand in so many first bytes, as in browsers. */
const META_BYTES = 1_024;

/**
 * The text of a body: in the encoding of its byte order mark, its header or its own words; else UTF-8, or what browsers
 * take for old pages.
 */
export function decodeBody(bytes: Uint8Array, contentType: string): string {
  const label = charsetLabel(bytes, contentType);
  const decoder = decoderOf(label || "utf-8");
  if (label === "" && !isUtf8(bytes)) return new TextDecoder("windows-1252").decode(bytes);
  return decoder.decode(bytes);
}

/** The name of the encoding, as it is declared; empty when nothing declares it. */
export function charsetLabel(bytes: Uint8Array, contentType: string): string {
  return byMark(bytes) ?? declared(contentType.slice(0, META_BYTES)) ?? inside(bytes) ?? "";
}

function byMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}

/** A page that can be read this far is not UTF-16, whatever it says. */
function inside(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder("windows-1252").decode(bytes.subarray(0, META_BYTES));
  const tag = /<meta[^>]{0,200}charset[^>]{0,200}>/i.exec(start)?.[0] ?? /^<\?xml[^>]{0,200}>/.exec(start)?.[0];
  const label = tag === undefined ? undefined : declared(tag);
  return label !== undefined && /^utf-16/i.test(label) ? "utf-8" : label;
}

function declared(text: string): string | undefined {
  return /(?:charset|encoding)\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i.exec(text)?.[1];
}

function decoderOf(label: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}

/** What was cut off in the middle of a character is UTF-8 all the same. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
