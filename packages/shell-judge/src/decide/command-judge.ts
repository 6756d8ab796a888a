import type { CommandReading, CommandView } from "../guards/command-view.ts";
import { readCommand } from "../guards/guards.ts";
import { judgePath, type PathUse } from "../paths/path-judge.ts";
import { literalWord, type ShellWord } from "../read/shell-word.ts";
import type { LineVisitor } from "../walk/line-visitor.ts";
import { type Exits, type Place, stay } from "../walk/place.ts";
import type { SimpleCommand } from "../walk/simple-command.ts";
import { walkText } from "../walk/walk-line.ts";
import { unwrap, type Wrapped } from "../wrappers/wrappers.ts";
import { allowance, argvOf, strictRule } from "./command-rules.ts";
import { type Finding, guard } from "./finding.ts";
import { judgeEnvironment } from "./judge-environment.ts";
import type { LineContext } from "./line-context.ts";
import { narrowestRule } from "./narrowest-rule.ts";
import { judgeShellWord, type ShellBuiltin } from "./shell-builtins.ts";

/** Judges the simple commands of one line, in order. */
export class CommandJudge implements LineVisitor {
  readonly findings: Finding[] = [];
  commands = 0;
  /** The text was not understood as a whole. */
  unclear = false;
  /** The text is not a script. */
  unparsed = false;
  readonly #context: LineContext;

  constructor(context: LineContext) {
    this.#context = context;
  }

  found(finding: Finding): void {
    this.unclear = true;
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
    if (this.findings.slice(from).some(isNeverSaved)) this.#forgetFrom(from);
    return exits;
  }

  #whole(command: SimpleCommand, place: Place): Exits {
    for (const { access, target } of command.redirects) this.#paths([{ access, word: target }], place);
    const environment = judgeEnvironment(command.assignments);
    this.findings.push(...environment);
    if (command.words.length === 0) return stay(place.directories);
    return this.#words(command.words, place);
  }

  /** A saved rule would not allow a command that asks for another reason too. */
  #forgetFrom(from: number): void {
    for (let index = from; index < this.findings.length; index++) {
      const finding = this.findings[index];
      if (finding === undefined) continue;
      const { remember: _, ...rest } = finding;
      this.findings[index] = rest;
    }
  }

  #words(words: readonly ShellWord[], place: Place): Exits {
    const [name, ...args] = words;
    if (name === undefined || place.depth > 16) return stay(place.directories);
    if (name.form !== "literal" || name.tilde) {
      this.findings.push(guard(`Which command ${JSON.stringify(name.text)} is cannot be known before it runs.`));
      return stay(undefined);
    }
    const bare = name.value.slice(name.value.lastIndexOf("/") + 1);
    const strict = strictRule([argvOf(words), argvOf([literalWord(bare), ...args])], this.#context.rules);
    if (strict !== undefined) this.findings.push(strict);
    const builtin = judgeShellWord(bare, args, this.#view(bare, args, place));
    const wrapped = builtin === undefined ? unwrap(bare, args) : undefined;
    if ((builtin ?? wrapped) !== undefined && bare !== name.value) {
      this.findings.push(guard(`${name.value} may be another program than ${bare}.`));
    }
    if (builtin !== undefined) return this.#builtin(builtin, place);
    if (wrapped !== undefined) return this.#wrapped(bare, wrapped, place);
    this.#ordinary(words, this.#view(bare, args, place), place);
    return stay(place.directories);
  }

  #view(name: string, args: readonly ShellWord[], place: Place): CommandView {
    const { root, home } = this.#context.paths.anchors;
    const trustsRepository = (directory: string) => this.#context.trustsRepository(directory);
    return { name, args, directories: place.directories, fed: place.fed, root, home, trustsRepository };
  }

  #builtin(builtin: ShellBuiltin, place: Place): Exits {
    this.findings.push(...builtin.findings);
    this.#paths(builtin.paths, place);
    for (const text of builtin.texts) this.#text(text, place);
    const outside = builtin.paths.length > 0 && this.#leaves(builtin.paths, place);
    if (builtin.exits !== undefined) return outside ? stay(undefined) : builtin.exits;
    return stay(place.directories);
  }

  #leaves(paths: readonly PathUse[], place: Place): boolean {
    return paths.some((use) => judgePath(use, place.directories, this.#context.paths).length > 0);
  }

  #wrapped(name: string, wrapped: Wrapped, place: Place): Exits {
    if (wrapped.kind === "executing") this.findings.push(guard(`${name} runs another command; no rule allows it.`));
    else if (!wrapped.understood) this.findings.push(guard(`An option of ${name} is not known.`));
    if (wrapped.payloads.length === 0) this.findings.push(guard(`${name} without a command.`));
    for (const text of wrapped.texts) this.#text(text, place);
    if (wrapped.understood) {
      const exits = wrapped.payloads.map((words) => this.#words(words, { ...place, depth: place.depth + 1 }));
      return /^(?:command|builtin)$/.test(name) ? (exits[0] ?? stay(place.directories)) : stay(place.directories);
    }
    const forms = wrapped.payloads.map(argvOf);
    const strict = strictRule(forms, this.#context.rules);
    if (strict !== undefined) this.findings.push(strict);
    return stay(place.directories);
  }

  /** A text that a shell would run. */
  #text(word: ShellWord, place: Place): void {
    if (word.form !== "literal") this.findings.push(guard(`What ${word.text} runs cannot be known.`));
    else walkText(word.value, { ...place, depth: place.depth + 1, variables: new Map() }, this);
  }

  #paths(uses: readonly PathUse[], place: Place): void {
    for (const use of uses) this.findings.push(...judgePath(use, place.directories, this.#context.paths));
  }

  #ordinary(words: readonly ShellWord[], view: CommandView, place: Place): void {
    const reading = readCommand(view);
    const plain = reading.plain ?? words;
    const forms = [argvOf(words), ...(reading.plain === undefined ? [] : [argvOf(reading.plain)])];
    const strict = reading.plain === undefined ? undefined : strictRule([argvOf(reading.plain)], this.#context.rules);
    const allowed = allowance(forms, this.#context.rules);
    const paths = this.#readingPaths(reading, place);
    const asks = [...reading.findings, ...paths];
    const spelled = allowed?.exact === true && place.directories?.every((path) => path === view.root) === true;
    const kept = spelled ? asks.filter((finding) => finding.verdict === "deny" || finding.kind === "rule") : asks;
    for (const payload of reading.payloads ?? []) this.#words(payload, { ...place, depth: place.depth + 1 });
    if (strict !== undefined) this.findings.push(strict);
    this.findings.push(...kept, this.#ground({ words, plain, reading, rule: allowed?.rule.text }));
  }

  #readingPaths(reading: CommandReading, place: Place): readonly Finding[] {
    const directories = reading.directories ?? place.directories;
    return reading.paths.flatMap((use) => judgePath(use, directories, this.#context.paths));
  }

  /** What speaks for the command itself: a rule, the list of harmless commands, or nothing. */
  #ground(command: GroundedCommand): Finding {
    const { words, plain, reading, rule } = command;
    const name = words[0]?.value ?? "";
    const harmless = this.#context.builtins.commands && reading.harmless && !name.includes("/");
    const readOnly = reading.harmless && reading.findings.length === 0;
    if (rule !== undefined) {
      return { verdict: "allow", kind: "allowed", rule, reason: `${rule} allows it.`, readOnly };
    }
    if (harmless) return { verdict: "allow", kind: "allowed", reason: `${name} only reads here.`, readOnly };
    const remember = reading.findings.length > 0 ? undefined : narrowestRule(plain);
    const ask: Finding = { verdict: "ask", kind: "no-rule", reason: `No rule allows ${name}.` };
    return remember === undefined ? ask : { ...ask, remember };
  }
}

function isNeverSaved({ verdict, kind }: Finding): boolean {
  return verdict === "deny" || (verdict === "ask" && (kind === "guard" || kind === "forced" || kind === "rule"));
}

/** A command with what was made of it. */
interface GroundedCommand {
  readonly words: readonly ShellWord[];
  readonly plain: readonly ShellWord[];
  readonly reading: CommandReading;
  readonly rule: string | undefined;
}
