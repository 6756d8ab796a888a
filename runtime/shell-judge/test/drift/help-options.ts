import { spawnSync } from "node:child_process";
import type { ValueForm } from "../../src/grammar/grammar.ts";

/** The long options that a program's help names, each with how its value is given there. */
export function helpOptions(program: string, args: readonly string[]): ReadonlyMap<string, ValueForm> | undefined {
  const env = { PATH: process.env.PATH ?? "", HOME: "/nonexistent", LANG: "C", TERM: "dumb" };
  const { stdout, stderr, error } = spawnSync(program, args, { env, encoding: "utf8", timeout: 10_000, input: "" });
  if (error !== undefined) return undefined;
  return readHelp(`${stdout}\n${stderr}`);
}

/** `--a`, `--a=X`, `--a[=X]` and `--a X` as the help of GNU, curl and ripgrep writes them. */
export function readHelp(text: string): ReadonlyMap<string, ValueForm> {
  const found = new Map<string, ValueForm>();
  for (const [, name = "", behind = ""] of text.matchAll(
    /(?<![\w-])(--[a-zA-Z](?:[\w-]|\.\d)*)(\[=|\[?=| ?<|=| [A-Z][A-Z_]*\b(?! [a-z]))?/g,
  )) {
    const form = behind === "" ? "none" : behind.startsWith("[=") ? "attached" : "either";
    if (found.get(name) === undefined || form !== "none") found.set(name, form);
  }
  return found;
}
