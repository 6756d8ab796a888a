import { resolve } from "node:path";
import type { ShellPlace } from "./shell-place.ts";

/** Longer than any path; a variable made of itself again and again must not grow. */
const MAX_VALUE = 8_192;

/** What is known while a line is read from left to right: where it is and what its variables hold. */
export class ShellState {
  readonly place: ShellPlace;
  readonly #variables: Map<string, string | undefined>;
  /** Undefined after a `cd` whose target is not known. */
  cwd: string | undefined;

  constructor(place: ShellPlace, inherited?: ShellState) {
    this.place = place;
    this.cwd = inherited === undefined ? place.cwd : inherited.cwd;
    this.#variables = new Map(inherited === undefined ? [] : inherited.#variables);
  }

  /** What a subshell starts with; what it changes stays inside. */
  subshell(): ShellState {
    return new ShellState(this.place, this);
  }

  get(name: string): string | undefined {
    if (name === "PWD") return this.cwd;
    return name === "HOME" && !this.#variables.has(name) ? this.place.home : this.#variables.get(name);
  }

  /** Undefined: it holds something that is not known. */
  set(name: string, value: string | undefined): void {
    this.#variables.set(name, value !== undefined && value.length > MAX_VALUE ? undefined : value);
  }

  /** An absolute path, `..` resolved; undefined when that depends on an unknown directory. */
  absolute(path: string): string | undefined {
    if (path.startsWith("/")) return resolve(path);
    return this.cwd === undefined ? undefined : resolve(this.cwd, path);
  }
}
