import type { Command } from "./commands.ts";

const MOST = 50;

/** The commands in whose names all of the words stand, those that begin with them first; at most 50. */
export function fitting(commands: readonly Command[], words: string): readonly Command[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const [first = ""] = wanted;
  const found = commands.filter(({ name, kind }) => {
    const text = `${name} ${kind}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  const begins = ({ name }: Command) => (first !== "" && name.toLowerCase().startsWith(first) ? 0 : 1);
  return found.toSorted((one, other) => begins(one) - begins(other)).slice(0, MOST);
}
