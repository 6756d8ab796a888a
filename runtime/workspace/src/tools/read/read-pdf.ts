import type { Part } from "@toolwright/core";

const PDF = "application/pdf";

/** Base64 of more is not shown together with a result: 5 MiB of it. */
const MAX_BYTES = 3_900_000;

/** Where the end of a PDF is looked for, in bytes from its end. */
const END = 2_048;

/** True by its first bytes. */
export function isPdf(start: Uint8Array): boolean {
  return latin(start.subarray(0, 5)) === "%PDF-";
}

/** How many bytes of a PDF are asked for: one more than may be shown. */
export const PDF_BYTES = MAX_BYTES + 1;

/** A PDF for the model, or a line that says why it is not shown: what a provider refuses fails each later request. */
export function shownPdf(
  bytes: Uint8Array,
  { name, size }: { readonly name: string; readonly size: number },
): { readonly body: string; readonly file?: Part } {
  const what = `${PDF}, ${size} bytes`;
  if (bytes.length > MAX_BYTES) return { body: `[${what}: larger than ${MAX_BYTES}, not shown; read a part of it]` };
  if (!latin(bytes.subarray(-END)).includes("%%EOF")) return { body: `[${what}: damaged or cut short, not shown]` };
  if (Buffer.from(bytes).includes("/Encrypt")) return { body: `[${what}: encrypted, not shown]` };
  const data = Buffer.from(bytes).toString("base64");
  return { body: `[${what}]`, file: { type: "file", mediaType: PDF, data, name } };
}

function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}
