// biome-ignore lint/suspicious/noControlCharactersInRegex: a look begins with ESC
const LOOK = /\u001b\[[\d;:]*m/g;

/**
 * A text for a terminal in which of each line that was written anew after a carriage return its last state is left,
 * with the look that it was written in. A return stays before it, since the text may go on with a line that stands
 * there already. Takes time in proportion to its length.
 */
export function lastStates(text: string): string {
  if (!text.includes("\r")) return text;
  return text.split("\n").map(lastState).join("\n");
}

function lastState(line: string): string {
  const states = line.split("\r");
  const last = states.findLastIndex((state) => state.replace(LOOK, "") !== "");
  if (last <= 0) return line;
  const look = states.slice(0, last).join("").match(LOOK)?.at(-1) ?? "";
  return `\r${look}${states.slice(last).join("\r")}`;
}
