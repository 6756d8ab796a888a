import type { JsonObject } from "@toolwright/core";
import { createLineEngine, type Finding, readLine } from "@toolwright/shell-judge";
import { WORDS } from "./judged-line.ts";

/** Whether a call of `bash` changes nothing. */
export function callOnlyLooks({ command }: JsonObject): boolean {
  return typeof command === "string" && onlyLooks(command);
}

/** Only words are judged, so any place does. */
const ROOT = "/workspace";

/**
 * Whether a line changes nothing, as far as its words say, also where it looks at something that would have to be asked
 * for. A line that names a file which is kept from everybody may be meant to write it.
 */
export function onlyLooks(command: string): boolean {
  const { findings, looks } = readLine(command, [ROOT], createLineEngine({ root: ROOT, home: ROOT }).context(WORDS));
  return looks && findings.every(isLook);
}

function isLook({ readOnly, remember }: Finding): boolean {
  return readOnly === true || remember?.startsWith("Read(") === true;
}
