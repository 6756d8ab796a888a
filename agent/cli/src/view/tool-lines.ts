import type { Tool } from "@toolwright/core";
import type { Screen } from "../terminal/screen.ts";
import { clip } from "../text/clip.ts";
import { printable } from "../text/printable.ts";

/** A line for each tool: its name, how far it reaches, and the first sentence of what it says of itself. */
export function toolLines(tools: readonly Tool[], { styles, width }: Screen): readonly string[] {
  const column = Math.max(...tools.map(({ name }) => name.length)) + 2;
  return tools.map(({ name, description, effects }) => {
    const kind = (effects.kind ?? "unknown").padEnd(10);
    const sentence = /^.*?(?:\.(?=\s)|$)/s.exec(description)?.[0] ?? "";
    const words = clip(printable(sentence.replace(/\s+/g, " ")), width - column - kind.length);
    return styles.bold(printable(name).padEnd(column)) + styles.dim(kind) + words;
  });
}
