import { execFile } from "node:child_process";
import { LARGEST_IMAGE } from "./images-in.ts";

/** A PNG that was on the clipboard, or why there is none. */
export type ClipboardImage = { readonly ok: true; readonly png: Buffer } | { readonly ok: false; readonly why: string };

/** Programs that print the clipboard as PNG, in the order in which they are tried. */
interface Reader {
  readonly program: string;
  readonly args: readonly string[];
  /** What they print is that written as AppleScript writes data. */
  readonly isScript?: true;
}

const READERS: readonly Reader[] = [
  { program: "wl-paste", args: ["--no-newline", "--type", "image/png"] },
  { program: "xclip", args: ["-selection", "clipboard", "-t", "image/png", "-o"] },
];

const READERS_OF_MACOS: readonly Reader[] = [
  { program: "pngpaste", args: ["-"] },
  { program: "osascript", args: ["-e", "the clipboard as «class PNGf»"], isScript: true },
];

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

/** A clipboard whose owner does not answer is given up, in milliseconds. */
const PATIENCE_MS = 5_000;

/** Reads the image on the clipboard, by what this machine has for it. Never rejects. */
export async function clipboardImage(): Promise<ClipboardImage> {
  const isMacos = process.platform === "darwin";
  let isThere = false;
  for (const reader of isMacos ? READERS_OF_MACOS : READERS) {
    const printed = await printedBy(reader);
    if (printed === "missing") continue;
    isThere = true;
    if (printed === "too large") return { ok: false, why: "The image on the clipboard is larger than 5 MB." };
    const png = reader.isScript === true ? dataIn(printed) : printed;
    if (png.length > LARGEST_IMAGE) return { ok: false, why: "The image on the clipboard is larger than 5 MB." };
    if (png.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return { ok: true, png };
  }
  if (isThere) return { ok: false, why: "There is no image on the clipboard." };
  const names = isMacos ? "pngpaste" : "wl-clipboard or xclip";
  return {
    ok: false,
    why: `Nothing here reads images from the clipboard: install ${names}, or type the path of a file.`,
  };
}

/** Empty where it has nothing of that kind. */
function printedBy({ program, args, isScript }: Reader): Promise<Buffer | "missing" | "too large"> {
  // Two digits a byte, and a few words around them.
  const maxBuffer = isScript === true ? 2 * LARGEST_IMAGE + 100 : LARGEST_IMAGE;
  return new Promise((resolve) => {
    execFile(program, args, { encoding: "buffer", maxBuffer, timeout: PATIENCE_MS }, (error, stdout) => {
      if (error === null) resolve(stdout);
      else if (error.code === "ENOENT") resolve("missing");
      else resolve(error.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER" ? "too large" : Buffer.alloc(0));
    });
  });
}

function dataIn(script: Buffer): Buffer {
  const [, hex = ""] = /«data PNGf([\dA-F]*)»/.exec(script.toString("utf8")) ?? [];
  return Buffer.from(hex, "hex");
}
