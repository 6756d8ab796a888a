import type { ShellWord } from "../read/shell-word.ts";
import type { Command, Form, Grammar, ReadForm, Style } from "./grammar.ts";
import { isGiven, operandRoles } from "./operand-roles.ts";
import { NotUnderstood, separate } from "./read-options.ts";

/** A call of which every word has a meaning. */
export interface Reading extends ReadForm {
  readonly form: Form;
  /** The subcommands, from the outermost. */
  readonly path: readonly ShellWord[];
  /** What rules see: the name, the subcommands and what stands behind them. */
  readonly plain: readonly ShellWord[];
}

/** A call that was not understood, and how far it was. */
export interface Unread {
  readonly failure: NotUnderstood;
  readonly plain: readonly ShellWord[];
}

/** Reads the words of a call, the program's name first, by a grammar. */
export function readGrammar(words: readonly ShellWord[], grammar: Grammar): Reading | Unread {
  const [name, ...args] = words;
  const { style } = grammar;
  const start: Position = { plain: name === undefined ? [] : [name], path: [], options: [], effect: "reads", style };
  return readCommand(args, grammar, start);
}

/** True for a call of which every word has a meaning. */
export function isRead(reading: Reading | Unread): reading is Reading {
  return "form" in reading;
}

/** The subcommands of a call, in one text. */
export function calledOf({ path }: Reading): string {
  return path.map(({ value }) => value).join(" ");
}

interface Position extends Pick<Reading, "plain" | "path" | "options" | "effect"> {
  readonly style: Style;
}

function readCommand(args: readonly ShellWord[], command: Command, at: Position): Reading | Unread {
  if (command.subcommands.size === 0) return readForms(args, command, at);
  const style = at.style === "words" ? "words" : "posix";
  const before = separate(args, { ...GROUP, options: command.options, effect: at.effect, style });
  const orElse = (failed: Unread) => {
    const alone = readForms(args, command, at);
    return isRead(alone) ? alone : failed;
  };
  if (before instanceof NotUnderstood) return orElse(unread(at, args, before));
  const word = args[before.at];
  if (word === undefined) return readForms(args, command, at);
  const inner = word.form === "literal" ? command.subcommands.get(word.value) : undefined;
  const options = [...at.options, ...before.options];
  const next = { ...at, options, effect: before.effect, plain: [...at.plain, word], path: [...at.path, word] };
  const rest = args.slice(before.at + 1);
  if (inner !== undefined) return readCommand(rest, inner, next);
  return orElse(unread(next, rest, new NotUnderstood(word)));
}

/** Options in front of a subcommand. */
const GROUP = { plain: false, textual: false, group: true, restFrom: undefined };

function readForms(args: readonly ShellWord[], { forms }: Command, at: Position): Reading | Unread {
  let furthest: Unread | undefined;
  for (const form of forms) {
    const reading = readForm(args, form, at);
    if (isRead(reading)) return reading;
    furthest ??= reading;
  }
  return furthest ?? unread(at, args, new NotUnderstood(undefined));
}

function readForm(args: readonly ShellWord[], form: Form, at: Position): Reading | Unread {
  const failed = (failure: NotUnderstood): Unread => unread(at, args, failure);
  const separated = separate(args, { ...form, style: at.style, group: false });
  if (separated instanceof NotUnderstood) return failed(separated);
  if (form.needs.length > 0 && !isGiven(form.needs, separated.options)) return failed(new NotUnderstood(args[0]));
  const operands = operandRoles(separated, form);
  if (operands instanceof NotUnderstood) return failed(operands);
  const reading: Reading = {
    form,
    effect: separated.effect,
    options: [...at.options, ...separated.options],
    operands,
    dashes: separated.dashes,
    path: at.path,
    plain: [...at.plain, ...args],
  };
  const why = form.check?.(reading);
  return why === undefined ? reading : failed(new NotUnderstood(undefined, why));
}

function unread(at: Position, args: readonly ShellWord[], failure: NotUnderstood): Unread {
  return { failure, plain: [...at.plain, ...args] };
}
