import { attachTexts } from "../../words/attach.ts";
import { IMAGE_TYPES, imageAddress } from "./image-address.ts";

/** What a file is to a message. */
export type FilePart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly image: string };

/** Bytes of a file that is read, and characters of its text: a message is no archive. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_TEXT = 500_000;

/** What a file says, as parts of a message. Rejects with one sentence for people. */
export async function fileParts(file: File): Promise<FilePart[]> {
  const { name, type, size } = file;
  if (size > MAX_BYTES) throw new Error(attachTexts.tooLarge(name));
  if (IMAGE_TYPES.includes(type)) return [{ type: "image", image: await imageAddress(file) }];
  const text = isPdf(file) ? await pdfText(file) : await plainText(file);
  if (text === undefined) throw new Error(attachTexts.unknownForm(name));
  if (text.length > MAX_TEXT) throw new Error(attachTexts.tooLong(name));
  return [{ type: "text", text: labelled(name, text) }];
}

/** A text with the name of the file that it comes from, between lines that say where it begins and ends. */
export function labelled(name: string, text: string): string {
  const shown = name.replace(/[\p{Cc}"]+/gu, " ").slice(0, 200);
  return `[file "${shown}"]\n${text}${text.endsWith("\n") ? "" : "\n"}[end of file "${shown}"]`;
}

function isPdf({ type, name }: File): boolean {
  return type === "application/pdf" || /\.pdf$/i.test(name);
}

/** Undefined for what is no text. */
async function plainText(file: File): Promise<string | undefined> {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The library is loaded with the first document. */
async function pdfText(file: File): Promise<string> {
  const pdf = await import("unpdf").catch(() => undefined);
  if (pdf === undefined) throw new Error(attachTexts.noReader(file.name));
  const { extractText, getDocumentProxy } = pdf;
  try {
    const document = await getDocumentProxy(new Uint8Array(await file.arrayBuffer()));
    const { text } = await extractText(document, { mergePages: false });
    if (text.every((page) => page.trim() === "")) throw new Error("no text");
    return text.map((page, place) => `[page ${place + 1}]\n${page}`).join("\n");
  } catch {
    throw new Error(attachTexts.noText(file.name));
  }
}
