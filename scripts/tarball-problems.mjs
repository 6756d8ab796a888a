import { readFileSync } from "node:fs";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { oddFiles } from "./odd-files.mjs";

/** What is wrong with a packed package, one line each: its files, and what publint says of the tarball itself. */
export async function tarballProblems({ tarball, files, bytes }, manifest) {
  const { buffer, byteOffset, byteLength } = readFileSync(tarball);
  const packed = buffer.slice(byteOffset, byteOffset + byteLength);
  const { messages } = await publint({ pack: { tarball: packed }, strict: true });
  const said = messages.filter(({ type }) => type !== "suggestion").map((message) => formatMessage(message, manifest));
  return [...oddFiles({ files, bytes }, manifest), ...said];
}
