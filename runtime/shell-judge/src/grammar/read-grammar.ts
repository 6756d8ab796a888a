import type { ShellWord } from "../read/shell-word.ts";
import type { Command, Effect, Form, Grammar, Group, ReadWord, RoleName, Style } from "./grammar.ts";
import { operandRoles } from "./operand-roles.ts";
import { type OperandSpec, type OptionSpecs, parseOperands, parseOptions } from "./options.ts";
import { NotUnderstood, type Separated, separate } from "./read-options.ts";

/** A call of which every word has a meaning. */
export interface Reading {
  readonly form: Form;
  readonly effect: Effect;
  /** The options before the subcommand, then those of the form. */
  readonly options: readonly ReadWord[];
  readonly operands: readonly ReadWord[];
  /** How many operands stand before `--`; undefined without one. */
  readonly dashes: number | undefined;
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
  const style = grammar.style ?? "gnu";
  const start: Position = { plain: name === undefined ? [] : [name], path: [], options: [], effect: "reads", style };
  return readCommand(args, grammar, start);
}

/** True for a call of which every word has a meaning. */
export function isRead(reading: Reading | Unread): reading is Reading {
  return "form" in reading;
}

interface Position {
  readonly plain: readonly ShellWord[];
  readonly path: readonly ShellWord[];
  readonly options: readonly ReadWord[];
  readonly effect: Effect;
  readonly style: Style;
}

function readCommand(args: readonly ShellWord[], command: Command, at: Position): Reading | Unread {
  if ("subcommands" in command) return readGroup(args, command, at);
  const forms = "forms" in command ? command.forms : [command];
  let furthest: Unread | undefined;
  for (const form of forms) {
    const reading = readForm(args, form, at);
    if (isRead(reading)) return reading;
    furthest ??= reading;
  }
  return furthest ?? unread(at, args, new NotUnderstood(args[0], "has no form"));
}

function readGroup(args: readonly ShellWord[], group: Group, at: Position): Reading | Unread {
  const before = separate(args, {
    specs: specsOf(group, group.options),
    style: at.style === "words" ? "words" : "posix",
    plain: false,
    textual: false,
    group: true,
    restFrom: undefined,
    effect: at.effect,
  });
  if (before instanceof NotUnderstood) {
    const alone = group.alone === undefined ? undefined : readForm(args, group.alone, at);
    return alone !== undefined && isRead(alone) ? alone : unread(at, args, before);
  }
  const options = [...at.options, ...before.options];
  const word = args[before.at];
  if (word === undefined) {
    if (group.alone !== undefined) return readForm(args, group.alone, at);
    return unread(at, args, new NotUnderstood(undefined, "lacks a subcommand"));
  }
  const command = word.form === "literal" ? subcommandsOf(group).get(word.value) : undefined;
  const next = { ...at, options, effect: before.effect, plain: [...at.plain, word], path: [...at.path, word] };
  if (command !== undefined) return readCommand(args.slice(before.at + 1), command, next);
  if (group.alone !== undefined) {
    const alone = readForm(args, group.alone, at);
    if (isRead(alone)) return alone;
  }
  return unread(next, args.slice(before.at + 1), new NotUnderstood(word, "is not a known subcommand"));
}

function readForm(args: readonly ShellWord[], form: Form, at: Position): Reading | Unread {
  const parsed = parsedForm(form);
  const failed = (failure: NotUnderstood): Unread => unread(at, args, failure);
  const separated = separate(args, {
    specs: parsed.specs,
    style: at.style,
    plain: form.plain === true,
    textual: parsed.textual,
    group: false,
    restFrom: parsed.restFrom,
    effect: form.effect,
  });
  if (separated instanceof NotUnderstood) return failed(separated);
  if (!isNeeded(form, separated)) return failed(new NotUnderstood(args[0], "is none of the calls that are known"));
  const operands = operandRoles(separated, { form, specs: parsed.operands });
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

function isNeeded(form: Form, { options }: Separated): boolean {
  if (form.needs === undefined) return true;
  const wanted = form.needs.split(/\s+/);
  return options.some(({ option }) => option !== undefined && wanted.includes(option));
}

function unread(at: Position, args: readonly ShellWord[], failure: NotUnderstood): Unread {
  return { failure, plain: [...at.plain, ...args] };
}

interface ParsedForm {
  readonly specs: OptionSpecs;
  readonly operands: readonly OperandSpec[];
  readonly restFrom: number | undefined;
  readonly textual: boolean;
}

const TEXT: ReadonlySet<RoleName> = new Set(["data", "flag"]);

const PARSED = new WeakMap<Form, ParsedForm>();
const SPECS = new WeakMap<Group, OptionSpecs>();
const SUBCOMMANDS = new WeakMap<Group, ReadonlyMap<string, Command>>();

function parsedForm(form: Form): ParsedForm {
  const known = PARSED.get(form);
  if (known !== undefined) return known;
  const operands = parseOperands(form.operands ?? "");
  const rest = operands.findIndex(({ role }) => role.name === "command" || role.name === "rest");
  const specs = parseOptions(form.options ?? "");
  const roles = [...specs.values(), ...operands].map(({ role }) => role.name);
  const textual =
    roles.every((role) => TEXT.has(role)) && ![...specs.values()].some(({ effect }) => effect !== undefined);
  const parsed = { specs, operands, restFrom: rest < 0 ? undefined : rest, textual };
  PARSED.set(form, parsed);
  return parsed;
}

function specsOf(group: Group, options = ""): OptionSpecs {
  const specs = SPECS.get(group) ?? parseOptions(options);
  SPECS.set(group, specs);
  return specs;
}

function subcommandsOf(group: Group): ReadonlyMap<string, Command> {
  const known = SUBCOMMANDS.get(group);
  if (known !== undefined) return known;
  const all = new Map(
    Object.entries(group.subcommands).flatMap(([names, command]) =>
      names.split(" ").map((name): [string, Command] => [name, command]),
    ),
  );
  SUBCOMMANDS.set(group, all);
  return all;
}
