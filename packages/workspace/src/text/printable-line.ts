import { cutStart } from "@toolwright/core/internal";

/** A text as one short line: blanks and line feeds as one space, control characters spelled out. */
export function printableLine(text: string, maxLength: number): string {
  const line = text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/\p{Cc}/gu, (char) => JSON.stringify(char).slice(1, -1));
  return line.length <= maxLength ? line : `${cutStart(line, maxLength - 1)}…`;
}
