import { type ArmedPlace, armedFinding, isArmingName } from "../guards/armed.ts";
import type { CommandReading, CommandView } from "../guards/command-view.ts";
import { readCommand } from "../guards/guards.ts";
import { neverFinding, overwritten } from "../never/never.ts";
import { judgePath } from "../paths/path-judge.ts";
import type { PathUse } from "../paths/path-use.ts";
import { GatheredTouches } from "../reach/gather-touches.ts";
import { mayRunCode, noteProgram } from "../reach/note-program.ts";
import { literalWord, type ShellWord } from "../read/shell-word.ts";
import { computed, type Finding, guard } from "../verdict/finding.ts";
import type { LineVisitor, SimpleCommand } from "../walk/line-visitor.ts";
import { type Directories, type Exits, ownShell, type Place, stay } from "../walk/place.ts";
import type { Steps } from "../walk/steps.ts";
import { walkText } from "../walk/walk-line.ts";
import { asksVersion, type RunBy, runBy } from "../wrappers/runners.ts";
import { movedBy, unwrap, type Wrapped, wrapperFindings } from "../wrappers/wrappers.ts";
import { readXargs, type XargsCommand } from "../wrappers/xargs.ts";
import { withBrought } from "./brought.ts";
import { allowance, argvOf, strictRule } from "./command-rules.ts";
import { EarlierWrites } from "./earlier-writes.ts";
import { groundOf } from "./ground.ts";
import { judgeEnvironment } from "./judge-environment.ts";
import type { LineContext } from "./line-context.ts";
import { serverOf } from "./one-server.ts";
import { printed } from "./printed.ts";
import { isNeverSaved, keepStrict, rememberFrom } from "./remember-from.ts";
import { judgeShellWord, type ShellBuiltin } from "./shell-builtins.ts";
import { type ToldCommand, toldCommand } from "./told-command.ts";

/** Scripts inside a line that are followed: `x='eval "$x"; eval "$x"'` doubles them each time. */
const MAX_TEXTS = 200;

/** Judges the simple commands of one line, in order. */
export class CommandJudge implements LineVisitor {
  readonly findings: Finding[] = [];
  /** What is told of each command, in order. */
  readonly told: ToldCommand[] = [];
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
    this.touched.mark("unclear");
    this.findings.push(finding);
  }

  refused(message: string): void {
    this.unparsed = true;
    this.found(guard(`The line cannot be read as shell: ${message}.`));
  }

  command(command: SimpleCommand, place: Place): Exits {
    this.commands++;
    const from = this.findings.length;
    const exits = this.#judgeCommand(command, place);
    if (this.findings.slice(from).some(isNeverSaved)) rememberFrom(this.findings, from, undefined);
    return exits;
  }

  #judgeCommand(command: SimpleCommand, place: Place): Exits {
    const { anchors } = this.#context.paths;
    for (const { access, target, empties } of command.redirects) {
      this.#judgePaths([{ access, word: target }], place);
      if (access === "edit") this.#add(overwritten(target, empties, { directories: place.directories, ...anchors }));
      this.#writes ||= access === "edit" && (target.form !== "literal" || isArmingName(target.value));
    }
    const environment = judgeEnvironment(command.assignments, command.words);
    this.findings.push(...environment);
    if (environment.length > 0) this.#noteUnknownCode();
    if (command.words.length === 0) return stay(place.directories);
    return this.#judgeWords(command.words, place);
  }

  #judgeWords(words: readonly ShellWord[], place: Place): Exits {
    this.steps.take(2 + words.length);
    const [name, ...args] = words;
    if (name === undefined || place.depth > 16) return stay(place.directories);
    if (name.form !== "literal" || name.tilde) {
      this.#noteUnknownCode();
      this.findings.push(computed(`which command ${JSON.stringify(name.text)} is cannot be known before.`));
      return stay(undefined);
    }
    const bare = withoutFolders(name);
    if (this.#earlier.wrote(name)) this.findings.push(computed(`${name.value} is written by this line.`));
    this.#judgeStrictly(bare === name.value ? [words] : [words, [literalWord(bare), ...args]], place);
    const special = this.#judgeBuiltinOrWrapper({ name, bare, args }, place);
    if (special !== undefined) return special;
    const reading = this.#judgeProgram(words, this.#viewOf(bare, args, place), place);
    this.changesIndex ||= !reading.harmless && (bare === "git" || reading.read?.effect !== "writes");
    this.runs ||= mayRunCode(bare, reading);
    noteProgram(bare, words, reading, this.touched);
    this.#writes ||= reading.read?.effect === "writes" || (bare === "git" && !reading.harmless);
    const exits = printed(bare, args, reading, place);
    this.trustsIndex ||= exits.names?.tracked === true;
    return { ...stay(place.directories), ...exits };
  }

  #add(finding: Finding | undefined): void {
    if (finding !== undefined) this.findings.push(finding);
  }

  /** What the shell itself answers to, and what runs other commands. */
  #judgeBuiltinOrWrapper({ name, bare, args }: NamedCommand, place: Place): Exits | undefined {
    const builtin = judgeShellWord(bare, args, this.#viewOf(bare, args, place));
    const xargs = /^g?xargs$/.test(bare) ? readXargs(args, place) : undefined;
    const isOther = builtin !== undefined || xargs !== undefined || asksVersion(args);
    const wrapped = isOther ? undefined : unwrap(bare, args);
    if ((builtin ?? wrapped ?? xargs) !== undefined && bare !== name.value) {
      this.#noteUnknownCode();
      this.findings.push(guard(`${name.value} may be another program than ${bare}.`));
    }
    if (builtin !== undefined) {
      if (builtin.findings.length > 0 && !/^(?:cd|pushd)$/.test(bare)) this.#noteUnknownCode();
      return this.#judgeBuiltin(builtin, place);
    }
    if (wrapped !== undefined) return this.#judgeWrapped(bare, wrapped, place);
    return xargs === undefined ? undefined : this.#judgeXargs(xargs, place);
  }

  /** What is never run, whoever approves it, and what rules deny or ask about, in any of these spellings. */
  #judgeStrictly(spellings: readonly (readonly ShellWord[])[], { directories }: Pick<Place, "directories">): void {
    const { deny, ask } = this.#context.rules.rules;
    this.steps.take(Math.ceil((spellings.length * (deny.length + ask.length)) / 16));
    for (const words of spellings) this.#add(neverFinding(words, { directories, ...this.#context.paths.anchors }));
    this.#add(strictRule(spellings.map(argvOf), this.#context.rules));
  }

  /** `xargs` adds words to its command: names that were found, words that are known, or no one knows what. */
  #judgeXargs({ words, known }: XargsCommand, place: Place): Exits {
    if (!known && !/^(?:echo|basename|dirname)$/.test(words[0]?.value ?? "")) {
      this.touched.mark("unclear");
      this.findings.push(guard("xargs runs its command with words that nobody knows."));
    }
    const { input: _, names: __, ...inner } = place;
    this.#judgeWords(words, { ...inner, fed: false, depth: place.depth + 1 });
    return stay(place.directories);
  }

  #viewOf(name: string, args: readonly ShellWord[], place: Place): CommandView {
    const { root, home } = this.#context.paths.anchors;
    const { directories, fed, input } = place;
    const repository = this.#earlier.makesRepository
      ? { ...this.#context, trustsRepository: (directory: string) => directory === root }
      : this.#context;
    return { name, args, directories, fed, input, root, home, repository };
  }

  #judgeBuiltin(builtin: ShellBuiltin, place: Place): Exits {
    this.findings.push(...builtin.findings);
    this.#judgePaths(builtin.paths, place);
    for (const text of builtin.texts) this.#judgeScript(text, place);
    if (builtin.fed === true && place.input !== undefined)
      this.#judgeScript(literalWord(place.input.text), { ...place, fed: false });
    place.variables.forget(builtin.names ?? []);
    for (const [variable, value] of builtin.assigns ?? []) place.variables.set(variable, [value]);
    return builtin.exits ?? stay(place.directories);
  }

  #judgeWrapped(name: string, wrapped: Wrapped, place: Place): Exits {
    if (wrapped.kind === "executing" || !wrapped.understood) this.#noteUnknownCode();
    this.findings.push(...wrapperFindings(name, wrapped));
    for (const text of wrapped.texts) this.#judgeScript(text, place);
    if (wrapped.understood) {
      const at = movedBy(wrapped, place);
      const exits = wrapped.payloads.map((words) => this.#judgeWords(words, { ...at, depth: at.depth + 1 }));
      return /^(?:command|builtin)$/.test(name) ? (exits[0] ?? stay(place.directories)) : stay(place.directories);
    }
    this.steps.take(Math.ceil(wrapped.payloads.reduce((sum, { length }) => sum + length, 0) / 4));
    this.#judgeStrictly(wrapped.payloads, place);
    const first = wrapped.payloads[0]?.[0];
    if (first?.form === "dynamic")
      this.findings.push(computed(`which command ${first.text} is cannot be known before.`));
    for (const words of wrapped.payloads) this.#judgePossibleCommand(words, place);
    return stay(place.directories);
  }

  /** One of the commands that a wrapper with unknown options may run. */
  #judgePossibleCommand([first, ...args]: readonly ShellWord[], place: Place): void {
    if (first?.form !== "literal") return;
    const bare = withoutFolders(first);
    const view = this.#viewOf(bare, args, place);
    const denied = readCommand(view).paths.map((use): PathUse => ({ ...use, counts: use.counts ?? "denials" }));
    this.#judgePaths(denied, place);
    const builtin = judgeShellWord(bare, args, view);
    for (const text of builtin?.texts ?? []) this.#judgeScript(text, { ...place, depth: place.depth + 1 });
  }

  /** A text that a shell would run. */
  #judgeScript(word: ShellWord, place: Place): void {
    if (word.form !== "literal") this.findings.push(computed(`what ${word.text} holds cannot be known before.`));
    else if (this.#texts++ >= MAX_TEXTS) this.found(guard("The line holds more scripts than are judged."));
    else walkText(word.value, { ...ownShell(place, this), depth: place.depth + 1 }, this);
  }

  #judgePaths(uses: readonly PathUse[], place: Place): void {
    this.findings.push(...this.#pathFindings(uses, place.directories));
  }

  #pathFindings(uses: readonly PathUse[], directories: Directories): readonly Finding[] {
    this.touched.paths(uses, directories);
    this.trustsIndex ||= uses.some(({ tracked }) => tracked === true);
    const earlier = this.#earlier.findings(uses);
    this.#earlier.note(uses);
    return [...earlier, ...uses.flatMap((use) => judgePath(use, directories, this.#context.paths))];
  }

  /** Code, and nobody knows which. */
  #noteUnknownCode(): void {
    this.runs = true;
    this.touched.mark("unclear");
  }

  #judgeProgram(words: readonly ShellWord[], view: CommandView, place: Place): CommandReading {
    const run = asksVersion(words.slice(1)) ? undefined : runBy(words);
    const read = run === undefined ? readCommand(view) : this.#readInnerProgram(words, run, view);
    const reading = this.#withArmedFolder(read, view);
    if (this.told.length < 200) this.told.push(toldCommand(words, run === undefined ? reading.read : undefined));
    const plain = reading.plain === undefined ? words : [...words.slice(0, 1), ...reading.plain.slice(1)];
    const forms = [argvOf(words), argvOf(plain)];
    if (reading.plain !== undefined) this.#judgeStrictly([reading.plain], place);
    const server = serverOf(view.name, reading.read);
    const allowed = allowance(forms, this.#context.rules, { run, server });
    const from = this.findings.length;
    for (const payload of reading.payloads ?? []) this.#judgeWords(payload, { ...place, depth: place.depth + 1 });
    this.findings.push(
      ...reading.findings,
      ...this.#pathFindings(reading.paths, reading.directories ?? place.directories),
    );
    const atRoot = place.directories?.every((path) => path === view.root) === true;
    if (atRoot && allowed?.exact === true) keepStrict(this.findings, from);
    const { commands } = this.#context.builtins;
    const ground = groundOf({ words, plain, reading, rule: allowed?.rule.text, run, builtins: commands });
    // A rule that spells the whole command answers for its paths too.
    if (atRoot && ground.remember?.endsWith("*)") === false) rememberFrom(this.findings, from, ground.remember);
    this.findings.push(ground.verdict === "ask" ? withBrought(ground, reading, view) : ground);
    return reading;
  }

  /** What needs no rule may still run what its folder says. */
  #withArmedFolder(reading: CommandReading, { name, directories, root, home }: CommandView): CommandReading {
    if (!reading.harmless) return reading;
    const armed: ArmedPlace["armed"] = (...asked) => (this.#writes ? "unknown" : this.#context.armed(...asked));
    const finding = armedFinding(name, { directories: reading.directories ?? directories, root, home, armed });
    return finding === undefined ? reading : { ...reading, findings: [...reading.findings, finding] };
  }

  /** `uv run pytest …`: denials see the inner program, and its words must be understood like its own. */
  #readInnerProgram(words: readonly ShellWord[], { before, inner }: RunBy, view: CommandView): CommandReading {
    const [name, ...args] = inner ?? [];
    if (name === undefined) {
      const rest = words.slice(before);
      for (let index = 0; index < Math.min(rest.length, 40); index++) this.#judgeStrictly([rest.slice(index)], view);
      const read = readCommand(view);
      return { ...read, harmless: read.harmless && words.length === 2 };
    }
    this.#judgeStrictly([[name, ...args]], view);
    const read = readCommand({ ...view, name: name.value, args });
    return { findings: read.findings, paths: read.paths, harmless: false, plain: words };
  }
}

/** A command by its name as it is written, and without the folders before it. */
interface NamedCommand {
  readonly name: ShellWord;
  readonly bare: string;
  readonly args: readonly ShellWord[];
}

function withoutFolders({ value }: ShellWord): string {
  return value.slice(value.lastIndexOf("/") + 1);
}
