import type { Styles } from "../terminal/styles.ts";
import { printable } from "../text/printable.ts";

/** What a person said, as it stands above the answer to it. */
export function saidLines(message: string, { cyan, bold }: Styles): readonly string[] {
  return printable(message)
    .split("\n")
    .map((line, index) => `${cyan(index === 0 ? "❯" : " ")} ${bold(line)}`);
}
