/** What follows an option: nothing, a value that may be glued to it, a text, a path, or something no wildcard approves. */
export type OptionRole = "flag" | "optional" | "text" | "read" | "edit" | "guard";

/** The options of one command. */
export interface OptionGrammar {
  readonly options: ReadonlyMap<string, OptionRole>;
  /** `-5` is an option. */
  readonly numbers: boolean;
  /** The first operand ends the options. */
  readonly ordered: boolean;
}

/**
 * Reads `v n:text f:read color? exec! # +`: letters and long names, `:role` for a value, `?` for a glued value,
 * `!` for a guard, `#` for numeric options, `+` for options that end at the first operand.
 */
export function optionGrammar(text: string): OptionGrammar {
  const options = new Map<string, OptionRole>();
  const words = text.split(" ").filter((word) => word !== "");
  for (const word of words) {
    const [, name = "", mark = ""] = /^([\w.-]+)(.*)$/.exec(word) ?? [];
    if (name !== "") options.set(name.length === 1 ? `-${name}` : `--${name}`, roleOf(mark));
  }
  return { options, numbers: words.includes("#"), ordered: words.includes("+") };
}

function roleOf(mark: string): OptionRole {
  if (mark === "!") return "guard";
  if (mark === "?") return "optional";
  const role = mark.slice(1);
  return role === "text" || role === "read" || role === "edit" ? role : "flag";
}

/** The option a long name means: itself, or the one it abbreviates. A guard wins over every other meaning. */
export function longOption(name: string, grammar: OptionGrammar): readonly [string, OptionRole] | undefined {
  const exact = grammar.options.get(name);
  if (exact !== undefined) return [name, exact];
  const meant = [...grammar.options].filter(([known]) => known.startsWith("--") && known.startsWith(name));
  return meant.find(([, role]) => role === "guard") ?? (meant.length === 1 ? meant[0] : undefined);
}
