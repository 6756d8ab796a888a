import { forEachChild, type SyntaxNode } from "unbash";
import type { ShellWord } from "../read/shell-word.ts";
import type { Walk } from "./line-visitor.ts";

/** Bash gives these a value of its own, whatever was assigned. */
const NEVER_KNOWN =
  /^(?:_|BASH\w*|COMP_\w*|COPROC|DIRSTACK|EPOCH\w*|E?UID|FUNCNAME|GROUPS|HISTCMD|LINENO|MAPFILE|OLDPWD|OPTARG|OPTIND|PIPESTATUS|PPID|RANDOM|READLINE_\w*|REPLY|SECONDS|SHELLOPTS|SHLVL|SRANDOM)$/;

/** A longer value is not followed, in UTF-16 units: `x="$x$x"` doubles each time. */
const MAX_VALUE = 10_000;

/** What is known of the shell's variables while a line is read from left to right. */
export class Variables {
  readonly #values: Map<string, readonly ShellWord[]>;

  constructor(values: Iterable<readonly [string, readonly ShellWord[]]> = []) {
    this.#values = new Map(values);
  }

  /** Every value that is possible; undefined when that is not known. */
  get(name: string): readonly ShellWord[] | undefined {
    if (NEVER_KNOWN.test(name)) return undefined;
    const values = this.#values.get(name);
    return values === undefined || values.length === 0 ? undefined : values;
  }

  /** True when the line gave it a value, known or not. */
  isSet(name: string): boolean {
    return this.#values.has(name);
  }

  /** An empty list: it holds something that is not known. */
  set(name: string, values: readonly ShellWord[]): void {
    const known = values.every(
      ({ form, value }) => (form === "literal" || form === "glob") && value.length <= MAX_VALUE,
    );
    this.#values.set(name, known ? values : []);
  }

  /** They hold something that is not known. */
  forget(names: Iterable<string>): void {
    for (const name of names) this.#values.set(name, []);
  }

  /** The same for many names, of which few are known: only these are looked up one by one. */
  forgetSome(names: ReadonlySet<string>): void {
    if (names.size <= this.#values.size) this.forget(names);
    else for (const name of this.#values.keys()) if (names.has(name)) this.#values.set(name, []);
  }

  get size(): number {
    return this.#values.size;
  }

  /** After a function was called nothing is known. */
  forgetAll(): void {
    this.forget([...this.#values.keys(), "HOME", "PWD"]);
  }

  /** What a shell of its own starts with; what it changes stays inside. */
  fork(): Variables {
    return new Variables(this.#values);
  }
}

/** The names that something in these nodes may give a value: assignments, loops, `read`. */
export function assignedIn(nodes: readonly SyntaxNode[], { source, visitor }: Walk): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: SyntaxNode): void => {
    visitor.steps.take();
    if (node.type === "Assignment") names.add(node.name);
    if (node.type === "For" || node.type === "Select") names.add(source.slice(node.name.pos, node.name.end));
    if (node.type === "Command" && node.name?.value === "read") {
      for (const arg of node.args) if (arg.type === "Word") names.add(arg.value);
    }
    forEachChild(node, visit);
  };
  for (const node of nodes) visit(node);
  return names;
}

/** A tilde is the home directory at the moment of the assignment. */
export function atHome(word: ShellWord, variables: Variables): ShellWord {
  const home = variables.get("HOME")?.[0];
  if (!word.tilde || home === undefined || !/^~(?:\/|$)/.test(word.value)) return word;
  const value = home.value + word.value.slice(1);
  return {
    ...word,
    tilde: false,
    value,
    prefix: home.value + word.prefix.slice(1),
    pattern: home.pattern + word.pattern.slice(1),
  };
}

/** Programs read these from their environment, though they are written small. */
const READ_BY_PROGRAMS = /_proxy$|^(?:npm|yarn|pnpm|pip|cargo|rustup|conda|uv)_|^(?:histchars|auto_resume)$/;

/** Names of a line's own variables: written small, as no variable is that programs obey; and single capital letters. */
export function isFreeName(name: string): boolean {
  return /^(?:[a-z][a-z0-9_]*|[A-Z])$/.test(name) && !READ_BY_PROGRAMS.test(name);
}
