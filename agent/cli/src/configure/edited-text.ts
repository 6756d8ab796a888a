/** The bytes of an edited text, or why they would not be those of the file where nobody edited it. */
export type EditedBytes =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly why: string };

/**
 * The bytes of a file after an edit in a text field of a page, which has no byte order mark and knows `\n` as the only
 * line break. `before` is the file; undefined for a new one. `why` goes on after the name of the file.
 */
export function editedBytes(text: string, before: Uint8Array | undefined): EditedBytes {
  const old = decodedStrictly(before ?? new Uint8Array());
  if (old === undefined || old.includes("\0")) return { ok: false, why: NOT_UTF8 };
  const [lineBreak = "\n", ...others] = new Set(old.match(/\r\n?|\n/g));
  if (others.length > 0 || lineBreak === "\r") return { ok: false, why: MIXED };
  const mark = old.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  return { ok: true, bytes: new TextEncoder().encode(mark + text.replace(/\r\n?|\n/g, lineBreak)) };
}

const NOT_UTF8 =
  "is not UTF-8 text, so that an edit here would change the rest of it: save it as UTF-8 in an editor first.";
const MIXED =
  "has line breaks of more than one kind, or of old Macs, which the page cannot keep: give it one kind in an editor first.";

const BYTE_ORDER_MARK = "\uFEFF";

/** Undefined for what could not be written back byte for byte. */
function decodedStrictly(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
