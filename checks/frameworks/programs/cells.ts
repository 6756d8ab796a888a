import { appendFileSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PersonAnswer, ProgramState, ProgramSubject, ProgramTool } from "./program-subject.ts";

/** What a program came to, and whether that is what a user would want. Undefined: it has nothing of the kind. */
export interface CellOutcome {
  readonly held: boolean;
  readonly seen: string;
}

/** A new process that goes on from a state; undefined where it was killed. */
export type NextLife = (state: string, answer: PersonAnswer, effects: string) => Promise<ProgramState | undefined>;

export interface CellWorld {
  readonly subject: ProgramSubject;
  readonly nextLife: NextLife;
}

type Cell = (world: CellWorld) => Promise<CellOutcome | undefined>;

const YES = { approve: true } as const;

/** Tools that count what they did in a file, as another process counts on. */
export function toolsOn(effects: string): readonly ProgramTool[] {
  const count = () => appendFileSync(effects, "x");
  return [
    { name: "read", execute: async () => ({ n: 1 }) },
    { name: "big", execute: async () => "x".repeat(5_000_000) },
    { name: "ask", asks: true, execute: async () => "yes" },
    {
      name: "pay",
      asks: true,
      execute: async (input) => {
        count();
        return input;
      },
    },
    {
      name: "dies",
      execute: async () => {
        count();
        process.kill(process.pid, "SIGKILL");
        return new Promise(() => undefined);
      },
    },
  ];
}

const counted = (effects: string) => readFileSync(effects, "utf8").length;

function newEffects(): string {
  const file = join(mkdtempSync(join(tmpdir(), "effects-")), "effects");
  appendFileSync(file, "");
  return file;
}

/** The eight of the specification, each the least program that shows it. */
export const CELLS: Readonly<Record<string, Cell>> = {
  async "a process killed in a write and begun again: so often the write ran"({ subject, nextLife }) {
    if (subject.goOn === undefined) return undefined;
    const effects = newEffects();
    const code = `await ${subject.call("ask", "{}")};
try { await ${subject.call("dies", "{}")}; return "done"; } catch (error) { return error.ran ?? "failed"; }`;
    const { state } = await subject.begin(code, toolsOn(effects));
    await nextLife(state, YES, effects);
    await nextLife(state, YES, effects);
    return { held: counted(effects) === 1, seen: String(counted(effects)) };
  },
  async "one yes, used twice: so often the call ran"({ subject, nextLife }) {
    if (subject.goOn === undefined) return undefined;
    const effects = newEffects();
    const { state } = await subject.begin(`return await ${subject.call("pay", "{ n: 1 }")};`, toolsOn(effects));
    await nextLife(state, YES, effects);
    await nextLife(state, YES, effects);
    return { held: counted(effects) === 1, seen: String(counted(effects)) };
  },
  async "a no with a reason, caught by the program"({ subject, nextLife }) {
    if (subject.goOn === undefined) return undefined;
    const effects = newEffects();
    const code = `try { return await ${subject.call("pay", "{}")}; } catch (error) { return "caught " + error.message; }`;
    const { state } = await subject.begin(code, toolsOn(effects));
    const ended = await nextLife(state, { approve: false, reason: "Not now." }, effects);
    const held = String(ended?.value).startsWith("caught") && counted(effects) === 0;
    return { held, seen: held ? "yes" : "no" };
  },
  async "two calls of one Promise.all that ask: questions at once"({ subject }) {
    if (subject.goOn === undefined) return undefined;
    const calls = [1, 2].map((n) => subject.call("pay", `{ n: ${n} }`));
    const { questions } = await subject.begin(`return await Promise.all([${calls}]);`, toolsOn(newEffects()));
    return { held: questions === 2, seen: String(questions) };
  },
  async "characters that a program reads of a result of 5,000,000"({ subject }) {
    const code = `return (await ${subject.call("big", "{}")}).length;`;
    const { value } = await subject.begin(code, toolsOn(newEffects()));
    return { held: value === 5_000_000, seen: value === 5_000_000 ? "all" : "none" };
  },
  async "Promise.all over a question, gone on with elsewhere: each ran once, and all came back"({ subject, nextLife }) {
    if (subject.goOn === undefined) return undefined;
    const effects = newEffects();
    const calls = ["pay", "read", "pay"].map((name, n) => subject.call(name, `{ n: ${n} }`));
    const { state } = await subject.begin(`return (await Promise.all([${calls}])).length;`, toolsOn(effects));
    let ended = await nextLife(state, YES, effects);
    if (ended?.questions) ended = await nextLife(ended.state, YES, effects);
    const held = ended?.value === 3 && counted(effects) === 2;
    return { held, seen: held ? "yes" : "no" };
  },
  async "clock and chance are the same after a question, in another process"({ subject, nextLife }) {
    if (subject.goOn === undefined) return undefined;
    const effects = newEffects();
    const code = `const before = { at: Date.now(), chance: Math.random() };
const given = await ${subject.call("pay", "before")};
return given.at === before.at && given.chance === before.chance;`;
    const begun = await subject.begin(code, toolsOn(effects));
    await new Promise((resolve) => setTimeout(resolve, 20));
    const ended = await nextLife(begun.state, YES, effects);
    return { held: ended?.value === true, seen: ended?.value === true ? "yes" : "no" };
  },
  async "1,000 calls, one after the other"({ subject }) {
    const code = `let sum = 0;\nfor (let n = 0; n < 1000; n++) sum += (await ${subject.call("read", "{ n }")}).n;\nreturn sum;`;
    const { value } = await subject.begin(code, toolsOn(newEffects()));
    return { held: value === 1_000, seen: value === 1_000 ? "yes" : "no" };
  },
};
