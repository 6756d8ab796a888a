import {
  type Command,
  type CommandNode,
  type For,
  forEachChild,
  type Pipeline,
  parse,
  type Redirection,
  type SyntaxNode,
} from "unbash";
import { executedBy, foundPath, removedPath } from "./deletion.ts";
import { isDevice, makesFileSystem, overwrittenDevice } from "./devices.ts";
import { forksForEver, isForkBomb } from "./fork-bomb.ts";
import { nestedLines, readsLines } from "./nested-lines.ts";
import type { ShellPlace } from "./shell-place.ts";
import { ShellState } from "./shell-state.ts";
import { programName, unwrapCommand } from "./unwrap-command.ts";
import { plainWord, type ShellWord, shellWord } from "./word-text.ts";

/** How deep lines inside lines, and how many commands in all, are followed. */
const MAX_DEPTH = 12;
const MAX_COMMANDS = 5_000;

/** The values of a `for` loop that are tried. */
const MAX_VALUES = 16;

/**
 * Says what makes a line of bash one that is never run, whoever approved it: deletion of `/`, the home directory or the
 * workspace root, `mkfs`, writing onto a device, a fork bomb. Undefined for any other line.
 * It looks at what commands are given, not at words: it is a last barrier against accidents and no sandbox.
 */
export function forbiddenReason(line: string, place: ShellPlace): string | undefined {
  const search = new Search();
  try {
    search.line(line, new ShellState(place), 0);
  } catch {
    return "it is nested too deep to be checked";
  }
  return search.reason;
}

/** What changes directory or variables in these does not change them outside. */
const OWN_SHELL: ReadonlySet<SyntaxNode["type"]> = new Set([
  "Subshell",
  "CommandExpansion",
  "ProcessSubstitution",
  "Function",
]);

class Search {
  reason: string | undefined;
  #commands = 0;

  line(text: string, state: ShellState, depth: number): void {
    if (depth <= MAX_DEPTH) this.#visit(parse(text), state, depth);
    else this.reason ??= "it hides a line of shell too deep in others to be checked";
  }

  #visit(node: SyntaxNode, state: ShellState, depth: number): void {
    if (this.reason !== undefined) return;
    const own = OWN_SHELL.has(node.type) ? state.subshell() : state;
    if (node.type === "Command") this.#command(node, { state, depth });
    else if (node.type === "Pipeline") this.#pipeline(node, state, depth);
    else if (node.type === "For") this.#loop(node, state, depth);
    else {
      if (node.type === "Redirect") this.#redirect(node, state);
      if (node.type === "Function" && isForkBomb(node)) this.reason = "it is a fork bomb";
      forEachChild(node, (child) => this.#visit(child, own, depth));
    }
  }

  /** Every part runs in a subshell; one that prints known words feeds the next. */
  #pipeline(pipeline: Pipeline, state: ShellState, depth: number): void {
    let input: readonly ShellWord[] | undefined;
    for (const node of pipeline.commands) {
      const own = state.subshell();
      if (node.type === "Command") this.#command(node, { state: own, depth, input });
      else this.#visit(node, own, depth);
      input = printedWords(node, own);
    }
  }

  #loop(loop: For, state: ShellState, depth: number): void {
    const values = (loop.wordlist ?? []).slice(0, MAX_VALUES).map((word) => shellWord(word, state).pattern);
    for (const word of loop.wordlist ?? []) this.#visit(word, state, depth);
    for (const value of values.length === 0 ? [undefined] : values) {
      state.set(loop.name.value, value);
      this.#visit(loop.body, state, depth);
    }
  }

  #redirect(redirect: Extract<Redirection, { type: "Redirect" }>, state: ShellState): void {
    const writes = redirect.operator !== "<" && redirect.operator !== "<&";
    if (writes && redirect.target !== undefined && isDevice(shellWord(redirect.target, state).text, state)) {
      this.reason ??= "it writes onto a device";
    }
  }

  #command(command: Command, { state, depth, input }: Context): void {
    this.#commands += 1;
    if (this.#commands > MAX_COMMANDS) this.reason ??= "it has too many commands to be checked";
    forEachChild(command, (child) => this.#visit(child, state, depth));
    assign(command, state);
    const words = wordsOf(command, state);
    const run = unwrapCommand(words);
    this.#program(run, { state, depth, input: isFed(words) ? input : undefined });
    for (const line of [
      ...nestedLines(words),
      ...nestedLines(run),
      ...stdinLines(command, run, { state, depth, input }),
    ]) {
      this.line(line, state.subshell(), depth + 1);
    }
    changeDirectory(run, state);
  }

  #program(words: readonly ShellWord[], { state, depth, input = [] }: Context): void {
    const name = programName(words[0]?.text ?? "");
    const args = [...words.slice(1), ...input];
    const lost = name === "rm" ? removedPath(args, state) : name === "find" ? foundPath(args, state) : undefined;
    if (lost !== undefined) this.reason ??= `it would delete ${describe(lost, state)}`;
    if (makesFileSystem(name, args)) this.reason ??= "it would make a file system";
    if (overwrittenDevice(name, args, state) !== undefined) this.reason ??= "it writes onto a device";
    if (
      forksForEver(
        name,
        args.map((word) => word.text),
      )
    )
      this.reason ??= "it is a fork bomb";
    if (name !== "find" || depth > MAX_DEPTH) return;
    for (const executed of executedBy(args)) {
      const run = unwrapCommand(executed);
      this.#program(run, { state, depth: depth + 1 });
      for (const line of nestedLines(run)) this.line(line, state.subshell(), depth + 1);
    }
  }
}

interface Context {
  readonly state: ShellState;
  readonly depth: number;
  /** What the command before it in the pipeline prints, where that is known. */
  readonly input?: readonly ShellWord[] | undefined;
}

function wordsOf(command: Command, state: ShellState): readonly ShellWord[] {
  const args = command.args.map((arg) => (arg.type === "Word" ? shellWord(arg, state) : plainWord(arg.text)));
  return command.name === undefined ? [] : [shellWord(command.name, state), ...args];
}

/** `A=1` alone, and `export A=1`. */
function assign(command: Command, state: ShellState): void {
  for (const node of command.name === undefined ? command.prefix : command.args) {
    if (node.type !== "Assignment") continue;
    const known = node.value.type === "Word" && node.append !== true && node.index === undefined;
    state.set(node.name, known && node.value.type === "Word" ? shellWord(node.value, state).pattern : undefined);
  }
}

function changeDirectory(words: readonly ShellWord[], state: ShellState): void {
  if (words[0]?.text !== "cd" && words[0]?.text !== "pushd") return;
  const target = words.slice(1).find((word) => !/^-./.test(word.text ?? ""));
  const text = target === undefined ? state.get("HOME") : target.text;
  state.cwd = text === undefined || text === "-" ? undefined : state.absolute(text);
}

/** True when the words that come in are arguments: `xargs` hands them on. */
function isFed(words: readonly ShellWord[]): boolean {
  return words.some((word) => programName(word.text ?? "") === "xargs");
}

function printedWords(node: CommandNode, state: ShellState): readonly ShellWord[] | undefined {
  if (node.type !== "Command") return undefined;
  const [name, ...args] = wordsOf(node, state);
  if (name?.text !== "echo" && name?.text !== "printf") return undefined;
  return args.filter((word) => !/^-[neE]+$|^%s/.test(word.text ?? ""));
}

/** What a shell without arguments reads: a here-document, a here-string, or what is printed before it. */
function stdinLines(command: Command, words: readonly ShellWord[], { state, input }: Context): readonly string[] {
  if (!readsLines(words)) return [];
  const printed = input === undefined ? [] : [input.map((word) => word.text ?? "").join(" ")];
  const given = command.redirects.flatMap((redirect) => {
    if (redirect.type === "HereDoc") return [redirect.body.text];
    return redirect.type === "HereString" && redirect.target !== undefined
      ? [shellWord(redirect.target, state).text ?? ""]
      : [];
  });
  return [...printed, ...given];
}

function describe(path: string, { place }: ShellState): string {
  if (path === "/") return "/";
  return path === place.home ? "the home directory" : "the workspace root";
}
