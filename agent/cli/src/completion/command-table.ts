import type { Argument, Command, Option } from "commander";

/** A command as a shell completes it. */
export interface CommandEntry {
  /** Its names, each after a slash: `/mcp/add`; empty for the program itself. */
  readonly place: string;
  readonly commands: readonly NamedEntry[];
  readonly options: readonly OptionEntry[];
  /** What its argument can be; undefined where it has none, or one that is free. */
  readonly words: readonly string[] | undefined;
}

/** A word that can stand next, and what it means. */
export interface NamedEntry {
  readonly name: string;
  readonly about: string;
}

/** An option with all its spellings. */
export interface OptionEntry {
  /** The long one last. */
  readonly names: readonly string[];
  readonly about: string;
  /** What follows it; undefined where nothing has to. */
  readonly value: OptionValue | undefined;
}

export type OptionValue =
  | { readonly kind: "file" | "folder" | "text" }
  | { readonly kind: "choice"; readonly choices: readonly string[] };

/** What a command line can be, as its help says it: the program first, every command after the one that it is of. */
export function commandTable(command: Command, place = ""): readonly CommandEntry[] {
  const help = command.createHelp();
  const below = help.visibleCommands(command);
  const own: CommandEntry = {
    place,
    commands: below.map((one) => ({ name: one.name(), about: one.description() })),
    options: help.visibleOptions(command).map(optionEntry),
    words: help.visibleArguments(command).map(choicesOf)[0],
  };
  return [own, ...below.flatMap((one) => commandTable(one, `${place}/${one.name()}`))];
}

function choicesOf({ argChoices }: Argument): readonly string[] | undefined {
  return argChoices;
}

function optionEntry(option: Option): OptionEntry {
  const { short, long, description, required } = option;
  const names = [short, long].flatMap((name) => (name ? [name] : []));
  return { names, about: description, value: required ? optionValue(option) : undefined };
}

function optionValue({ argChoices, flags }: Option): OptionValue {
  if (argChoices !== undefined) return { kind: "choice", choices: argChoices };
  if (/<(file|place)>/.test(flags)) return { kind: "file" };
  return { kind: flags.includes("<dir>") ? "folder" : "text" };
}
