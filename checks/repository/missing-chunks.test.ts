import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const BUILT = join(import.meta.dirname, "../../runtime/core/dist/joined");
/** Where packages are found as they are beside the original. */
const COPIES = join(import.meta.dirname, "../../node_modules/.cache/toolwright-missing-chunks");
const EVERY_WAY_IN = join(import.meta.dirname, "every-way-in.mjs");

/** What stands in place of an answer where a file could not be loaded. */
const LOST = /could not be loaded/;

/** One use of core in a process of its own. */
interface Outcome {
  readonly use: string;
  /** What is said where no file is missing. */
  readonly says: string;
  readonly is: "settled" | "rejected" | "hung";
  readonly said: string;
}

const NEEDED_AT_ONCE = chunksOf("index.js", /^(?:import|export)\b[^;]*?"\.\/([\w-]+\.js)";/gm);
const LOADED_LATER = [...chunksOf("index.js", /"\.\/([\w-]+\.js)"/g)].filter((name) => !NEEDED_AT_ONCE.has(name));

describe("a chunk of core that cannot be loaded", () => {
  afterAll(() => rmSync(COPIES, { recursive: true, force: true }));

  it.each(LOADED_LATER)("settles every call and every run with what it comes to, or with a sentence: %s", (name) => {
    const outcomes = outcomesWithout(name);

    expect(outcomes.filter((outcome) => !isAnswer(outcome))).toEqual([]);
    expect(outcomes.filter(({ said }) => LOST.test(said)).length).toBeGreaterThan(0);
  });

  it("is one of several, and each use comes to something where none is missing", () => {
    expect(LOADED_LATER).toEqual(expect.arrayContaining(["machinery.js", "rare.js", "cfworker-validator.js"]));
    expect(outcomesWithout(undefined).filter(({ said, says }) => !said.includes(says) || LOST.test(said))).toEqual([]);
  });
});

/** A tool that is called without a runner rejects with a `ToolError`, as ever. */
function isAnswer({ is, said, says }: Outcome): boolean {
  if (is !== "settled") return is === "rejected" && said.startsWith("ToolError: ");
  return said.includes(says) || LOST.test(said);
}

/** How all uses end in a process of their own, which an unhandled rejection would end with an error. */
function outcomesWithout(missing: string | undefined): readonly Outcome[] {
  const copy = join(COPIES, missing ?? "whole");
  mkdirSync(COPIES, { recursive: true });
  cpSync(BUILT, copy, { recursive: true });
  if (missing !== undefined) rmSync(join(copy, missing));
  const { status, stdout, stderr } = spawnSync(process.execPath, [EVERY_WAY_IN, copy], { encoding: "utf8" });
  if (status !== 0) throw new Error(`The program ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

/** A chunk, and all that it and those name in such words. */
function chunksOf(name: string, words: RegExp, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, named = ""] of readFileSync(join(BUILT, name), "utf8").matchAll(words)) chunksOf(named, words, found);
  return found;
}
