import { cutStart } from "./cut-units.ts";

/** A text as one short line: blanks and line feeds as one space, control characters spelled out. */
export function printableLine(text: string, maxLength: number): string {
  const line = printablePath(text.replace(/\s+/g, " ").trim());
  return line.length <= maxLength ? line : `${cutStart(line, maxLength - 1)}…`;
}

/** A path on one line, whatever its names hold: control characters are spelled out. */
export function printablePath(path: string): string {
  return path.replace(/\p{Cc}/gu, (character) => JSON.stringify(character).slice(1, -1));
}
