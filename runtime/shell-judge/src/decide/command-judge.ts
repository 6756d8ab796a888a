import { type ArmedPlace, armedFinding, isArmingName } from "../guards/armed.ts";
import type { CommandReading, CommandView } from "../guards/command-view.ts";
import { readCommand } from "../guards/guards.ts";
import { judgePath, type PathUse } from "../paths/path-judge.ts";
import { GatheredTouches } from "../reach/gather-touches.ts";
import { mayRunCode, noteProgram } from "../reach/note-program.ts";
import { literalWord, type ShellWord } from "../read/shell-word.ts";
import { computed, type Finding, guard } from "../verdict/finding.ts";
import type { LineVisitor, SimpleCommand } from "../walk/line-visitor.ts";
import { type Directories, type Exits, ownShell, type Place, stay } from "../walk/place.ts";
import type { Steps } from "../walk/steps.ts";
import { walkText } from "../walk/walk-line.ts";
import { asksVersion, type RunBy, runBy } from "../wrappers/runners.ts";
import { wrapperFindings } from "../wrappers/wrapper-findings.ts";
import { movedBy, unwrap, type Wrapped } from "../wrappers/wrappers.ts";
import { readXargs } from "../wrappers/xargs.ts";
import { withBrought } from "./brought.ts";
import { type Allowance, allowance, argvOf, strictRule } from "./command-rules.ts";
import { EarlierWrites } from "./earlier-writes.ts";
import { type ExplainedCommand, explainCommand } from "./explain-words.ts";
import { groundOf } from "./ground.ts";
import { judgeEnvironment } from "./judge-environment.ts";
import type { LineContext } from "./line-context.ts";
import { serverOf } from "./one-server.ts";
import { printed } from "./printed.ts";
import { isNeverSaved, rememberFrom } from "./remember-from.ts";
import { judgeShellWord, type ShellBuiltin } from "./shell-builtins.ts";

/** Scripts inside a line that are followed: `x='eval "$x"; eval "$x"'` doubles them each time. */
const MAX_TEXTS = 200;

/** Judges the simple commands of one line, in order. */
export class CommandJudge implements LineVisitor {
  readonly findings: Finding[] = [];
  /** How each command was read, in order. */
  readonly read: ExplainedCommand[] = [];
  commands = 0;
  /** A command of the line may change what git tracks. */
  changesIndex = false;
  /** A command of the line runs code, or makes git do more than look. */
  runs = false;
  /** What the commands would touch. */
  readonly touched: GatheredTouches;
  /** It was told which files the repository tracks. */
  trustsIndex = false;
  #texts = 0;
  /** The text was not understood as a whole. */
  unclear = false;
  /** The text is not a script. */
  unparsed = false;
  readonly steps: Steps;
  /** A command before this one wrote what may arm a program: what the disk says holds no more. */
  #writes = false;
  readonly #earlier = new EarlierWrites();
  readonly #context: LineContext;

  constructor(context: LineContext, steps: Steps) {
    this.steps = steps;
    this.#context = { ...context, paths: { ...context.paths, steps } };
    const { paths, keepsChanges } = context;
    this.touched = new GatheredTouches(paths, (path) => keepsChanges === true && paths.tracks(path) === true);
  }

  found(finding: Finding): void {
    this.unclear = true;
    this.touched.unclear();
    this.findings.push(finding);
  }

  refused(message: string): void {
    this.unparsed = true;
    this.found(guard(`The line cannot be read as shell: ${message}.`));
  }

  command(command: SimpleCommand, place: Place): Exits {
    this.commands++;
    const from = this.findings.length;
    const exits = this.#whole(command, place);
    if (this.findings.slice(from).some(isNeverSaved)) rememberFrom(this.findings, from, undefined);
    return exits;
  }

  #whole(command: SimpleCommand, place: Place): Exits {
    for (const { access, target } of command.redirects) {
      this.#paths([{ access, word: target }], place);
      this.#writes ||= access === "edit" && (target.form !== "literal" || isArmingName(target.value));
    }
    const environment = judgeEnvironment(command.assignments, command.words);
    this.findings.push(...environment);
    if (environment.length > 0) this.#runsAnything();
    if (command.words.length === 0) return stay(place.directories);
    return this.#words(command.words, place);
  }

  #words(words: readonly ShellWord[], place: Place): Exits {
    this.steps.take(2 + words.length);
    const [name, ...args] = words;
    if (name === undefined || place.depth > 16) return stay(place.directories);
    if (name.form !== "literal" || name.tilde) {
      this.#runsAnything();
      this.findings.push(computed(`which command ${JSON.stringify(name.text)} is cannot be known before.`));
      return stay(undefined);
    }
    const bare = name.value.slice(name.value.lastIndexOf("/") + 1);
    this.#strict([argvOf(words), argvOf([literalWord(bare), ...args])]);
    const special = this.#special({ name, bare, args }, place);
    if (special !== undefined) return special;
    const reading = this.#ordinary(words, this.#view(bare, args, place), place);
    this.changesIndex ||= !reading.harmless && (bare === "git" || reading.read?.effect !== "writes");
    this.runs ||= mayRunCode(bare, reading);
    noteProgram(bare, words, reading, this.touched);
    this.#writes ||= reading.read?.effect === "writes" || (bare === "git" && !reading.harmless);
    const exits = printed(bare, args, reading, place);
    this.trustsIndex ||= exits.names?.tracked === true;
    return { ...stay(place.directories), ...exits };
  }

  /** What the shell itself answers to, and what runs other commands. */
  #special({ name, bare, args }: NamedCommand, place: Place): Exits | undefined {
    const builtin = judgeShellWord(bare, args, this.#view(bare, args, place));
    const isXargs = /^g?xargs$/.test(bare);
    const wrapped = builtin === undefined && !isXargs && !asksVersion(args) ? unwrap(bare, args) : undefined;
    if ((builtin ?? wrapped ?? isXargs) && bare !== name.value) {
      this.#runsAnything();
      this.findings.push(guard(`${name.value} may be another program than ${bare}.`));
    }
    if (builtin !== undefined) {
      if (builtin.findings.length > 0 && !/^(?:cd|pushd)$/.test(bare)) this.#runsAnything();
      return this.#builtin(builtin, place);
    }
    if (wrapped !== undefined) return this.#wrapped(bare, wrapped, place);
    return isXargs ? this.#xargs(args, place) : undefined;
  }

  #strict(forms: readonly (readonly string[])[]): void {
    const { deny, ask } = this.#context.rules.rules;
    this.steps.take(Math.ceil((forms.length * (deny.length + ask.length)) / 16));
    const strict = strictRule(forms, this.#context.rules);
    if (strict !== undefined) this.findings.push(strict);
  }

  /** `xargs` adds words to its command: names that were found, words that are known, or no one knows what. */
  #xargs(args: readonly ShellWord[], place: Place): Exits {
    const command = readXargs(args, place);
    if (command === undefined) return this.#wrapped("xargs", unwrap("xargs", args) ?? NO_COMMAND, place);
    const prints = /^(?:echo|basename|dirname)$/.test(command.words[0]?.value ?? "echo");
    if (!command.known && !prints) {
      this.touched.unclear();
      this.findings.push(guard("xargs runs its command with words that nobody knows."));
    }
    const words = command.words.length === 0 ? [literalWord("echo")] : command.words;
    const { input: _, names: __, ...inner } = place;
    this.#words(words, { ...inner, fed: false, depth: place.depth + 1 });
    return stay(place.directories);
  }

  #view(name: string, args: readonly ShellWord[], place: Place): CommandView {
    const { root, home } = this.#context.paths.anchors;
    const { directories, fed, input } = place;
    const repository = this.#earlier.makesRepository
      ? { ...this.#context, trustsRepository: (directory: string) => directory === root }
      : this.#context;
    return { name, args, directories, fed, input, root, home, repository };
  }

  #builtin(builtin: ShellBuiltin, place: Place): Exits {
    this.findings.push(...builtin.findings);
    this.#paths(builtin.paths, place);
    for (const text of builtin.texts) this.#text(text, place);
    if (builtin.fed === true && place.input !== undefined)
      this.#text(literalWord(place.input.text), { ...place, fed: false });
    place.variables.forget(builtin.names ?? []);
    for (const [variable, value] of builtin.assigns ?? []) place.variables.set(variable, [value]);
    return builtin.exits ?? stay(place.directories);
  }

  #wrapped(name: string, wrapped: Wrapped, place: Place): Exits {
    if (wrapped.kind === "executing" || !wrapped.understood) this.#runsAnything();
    this.findings.push(...wrapperFindings(name, wrapped));
    for (const text of wrapped.texts) this.#text(text, place);
    if (wrapped.understood) {
      const at = movedBy(wrapped, place);
      const exits = wrapped.payloads.map((words) => this.#words(words, { ...at, depth: at.depth + 1 }));
      return /^(?:command|builtin)$/.test(name) ? (exits[0] ?? stay(place.directories)) : stay(place.directories);
    }
    this.steps.take(Math.ceil(wrapped.payloads.reduce((sum, { length }) => sum + length, 0) / 4));
    this.#strict(wrapped.payloads.map(argvOf));
    for (const [first, ...rest] of wrapped.payloads) this.#suffix(first, rest, place);
    return stay(place.directories);
  }

  /** One of the commands that a wrapper with unknown options may run. */
  #suffix(first: ShellWord | undefined, args: readonly ShellWord[], place: Place): void {
    if (first?.form !== "literal") return;
    const bare = first.value.slice(first.value.lastIndexOf("/") + 1);
    const builtin = judgeShellWord(bare, args, this.#view(bare, args, place));
    for (const text of builtin?.texts ?? []) this.#text(text, { ...place, depth: place.depth + 1 });
  }

  /** A text that a shell would run. */
  #text(word: ShellWord, place: Place): void {
    if (word.form !== "literal") this.findings.push(computed(`what ${word.text} holds cannot be known before.`));
    else if (this.#texts++ >= MAX_TEXTS) this.found(guard("The line holds more scripts than are judged."));
    else walkText(word.value, { ...ownShell(place, this), depth: place.depth + 1 }, this);
  }

  #paths(uses: readonly PathUse[], place: Place): void {
    this.findings.push(...this.#judged(uses, place.directories));
  }

  #judged(uses: readonly PathUse[], directories: Directories): readonly Finding[] {
    this.touched.paths(uses, directories);
    this.trustsIndex ||= uses.some(({ tracked }) => tracked === true);
    const earlier = this.#earlier.findings(uses);
    this.#earlier.note(uses);
    return [...earlier, ...uses.flatMap((use) => judgePath(use, directories, this.#context.paths))];
  }

  /** Code, and nobody knows which. */
  #runsAnything(): void {
    this.runs = true;
    this.touched.unclear();
  }

  #ordinary(words: readonly ShellWord[], view: CommandView, place: Place): CommandReading {
    const run = asksVersion(words.slice(1)) ? undefined : runBy(words);
    const reading = this.#armed(run === undefined ? readCommand(view) : this.#readRun(words, run, view), view);
    if (this.read.length < 200) this.read.push(explainCommand(words, run === undefined ? reading.read : undefined));
    const plain = reading.plain === undefined ? words : [...words.slice(0, 1), ...reading.plain.slice(1)];
    const forms = [argvOf(words), argvOf(plain)];
    if (reading.plain !== undefined) this.#strict([argvOf(reading.plain)]);
    const server = reading.read === undefined ? undefined : serverOf(view.name, reading.read);
    const allowed = this.#allowance(forms, run, server);
    const from = this.findings.length;
    for (const payload of reading.payloads ?? []) this.#words(payload, { ...place, depth: place.depth + 1 });
    this.findings.push(...reading.findings, ...this.#readingPaths(reading, place));
    const atRoot = place.directories?.every((path) => path === view.root) === true;
    if (atRoot && allowed?.exact === true) {
      const kept = this.findings
        .splice(from)
        .filter((finding) => finding.verdict === "deny" || finding.kind === "rule");
      this.findings.push(...kept);
    }
    const { commands } = this.#context.builtins;
    const ground = groundOf({ words, plain, reading, rule: allowed?.rule.text, run, builtins: commands });
    // A rule that spells the whole command answers for its paths too.
    if (atRoot && ground.remember?.endsWith("*)") === false) rememberFrom(this.findings, from, ground.remember);
    this.findings.push(ground.verdict === "ask" ? withBrought(ground, reading, view) : ground);
    return reading;
  }

  /** What needs no rule may still run what its folder says. */
  #armed(reading: CommandReading, { name, directories, root, home }: CommandView): CommandReading {
    if (!reading.harmless) return reading;
    const armed: ArmedPlace["armed"] = (...asked) => (this.#writes ? "unknown" : this.#context.armed(...asked));
    const finding = armedFinding(name, { directories: reading.directories ?? directories, root, home, armed });
    return finding === undefined ? reading : { ...reading, findings: [...reading.findings, finding] };
  }

  /** A rule for a program that runs others must name the one that it may run. */
  #allowance(
    forms: readonly (readonly string[])[],
    run: RunBy | undefined,
    server: string | undefined,
  ): Allowance | undefined {
    const allowed = allowance(forms, this.#context.rules, server);
    const target = allowed?.rule.target;
    if (run === undefined || allowed?.exact === true || target?.kind !== "command") return allowed;
    const named = target.pattern === "any" ? 0 : target.pattern.words.length;
    return named >= run.words && run.inner !== undefined ? allowed : undefined;
  }

  /** `uv run pytest …`: denials see the inner program, and its words must be understood like its own. */
  #readRun(words: readonly ShellWord[], { before, inner }: RunBy, view: CommandView): CommandReading {
    const [name, ...args] = inner ?? [];
    if (name === undefined) {
      const rest = words.slice(before);
      for (let index = 0; index < Math.min(rest.length, 40); index++) this.#strict([argvOf(rest.slice(index))]);
      const read = readCommand(view);
      return { ...read, harmless: read.harmless && words.length === 2 };
    }
    this.#strict([argvOf([name, ...args])]);
    const read = readCommand({ ...view, name: name.value, args });
    return { findings: read.findings, paths: read.paths, harmless: false, plain: words };
  }

  #readingPaths(reading: CommandReading, place: Place): readonly Finding[] {
    const directories = reading.directories ?? place.directories;
    return this.#judged(reading.paths, directories);
  }
}

/** A command by its name as it is written, and without the folders before it. */
interface NamedCommand {
  readonly name: ShellWord;
  readonly bare: string;
  readonly args: readonly ShellWord[];
}

const NO_COMMAND: Wrapped = { kind: "executing", payloads: [], texts: [], understood: true };
