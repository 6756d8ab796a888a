import type { JsonObject } from "@toolwright/core";
import type { Finding } from "@toolwright/shell-judge";
import { readWords } from "./read-words.ts";

/** Whether a call of `bash` changes nothing. */
export function callOnlyLooks({ command }: JsonObject): boolean {
  return typeof command === "string" && onlyLooks(command);
}

/**
 * Whether a line changes nothing, as far as its words say, also where it looks at something that would have to be asked
 * for. A line that names a file which is kept from everybody may be meant to write it.
 */
export function onlyLooks(command: string): boolean {
  const { findings, looks } = readWords(command);
  return looks && findings.every(isLook);
}

function isLook({ readOnly, remember }: Finding): boolean {
  return readOnly === true || remember?.startsWith("Read(") === true;
}
