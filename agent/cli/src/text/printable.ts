import { spelledOut } from "@toolwright/view/internal";

/** Text that cannot move the cursor, recolour the screen or read backwards: such characters are spelled out. */
export const printable: (text: string) => string = spelledOut;

/** The same on one line. */
export function printableLine(text: string): string {
  return printable(text).replaceAll("\n", "\\n");
}
