import type { CommandArgument, WordPart } from "unbash";
import type { ShellWord } from "../read/shell-word.ts";
import type { Place } from "./place.ts";

/** A word that is nothing but a loop variable, and the words that it may stand for. */
export interface LoopVariable {
  readonly name: string;
  readonly values: readonly ShellWord[];
}

/** `"$f"` inside `for f in a b` stands for `a` and for `b`. Undefined: the word is no loop variable whose values are known. */
export function loopVariable(node: CommandArgument, place: Place): LoopVariable | undefined {
  if (node.type === "Assignment") return undefined;
  const match = /^"?\$(?:\{([a-z_]\w*)\}|([a-z_]\w*))"?$/.exec(node.text);
  const name = match?.[1] ?? match?.[2] ?? "";
  const values = place.variables.get(name);
  const parts: readonly WordPart[] = node.parts ?? [];
  if (parts.length !== 1 || values === undefined || values.length === 0) return undefined;
  if (parts[0]?.type === "DoubleQuoted") return { name, values: values.map((value) => ({ ...value, splits: false })) };
  return values.every(isOneWord) ? { name, values } : undefined;
}

/** Unquoted, a value with blanks or wildcards would become several words. */
function isOneWord(value: ShellWord): boolean {
  return value.form === "literal" && /^[\w./@:+,-]+$/.test(value.value);
}
