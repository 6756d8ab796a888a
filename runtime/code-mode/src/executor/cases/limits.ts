import type { ProgramExecutor, Turn } from "../program-executor.ts";
import type { ExecutorTest } from "./executor-test.ts";
import { expectSame } from "./expect.ts";
import { openProgram, type ProgramSettings } from "./open-program.ts";

/** A limit ends the program, or is an error in it that says what to do. */
export const limitCases: readonly ExecutorTest[] = [
  {
    name: "a program that computes too long fails as cpu, catches nothing of it, and its calls of that turn are not given",
    async run(executor) {
      const source = "tools.pay(); try { while (true) {} } catch { return 1; } finally { tools.pay(); }";
      const turn = await firstTurn(executor, { source, limits: { cpuMs: 100 } });
      expectSame("the turn", [turn.failed, turn.calls, turn.ended ?? null], ["cpu", [], null]);
    },
  },
  {
    name: "computing is counted over all turns of a life, and the failure stays",
    async run(executor) {
      const source = "while (true) { for (let n = 0; n < 200000; n += 1); await tools.list(); }";
      const session = await openProgram(executor, { source, limits: { cpuMs: 200 } });
      let turn = await session.start();
      for (let call = 0; !turn.failed && call < 2000; call += 1) turn = await session.settle(call, nothing, startMs);
      expectSame("failed", turn.failed, "cpu");
      expectSame("failed after it", (await session.settle(0, nothing, startMs)).failed, "cpu");
      await session.close();
    },
  },
  {
    name: "a program that takes too much memory fails as memory, and catches nothing of it",
    async run(executor) {
      const source = "const all = []; try { while (true) all.push(new Array(10000).fill(0)); } catch { return 1; }";
      const turn = await firstTurn(executor, { source, limits: { memoryBytes: 8 * 1024 * 1024 } });
      expectSame("failed", turn.failed, "memory");
    },
  },
  {
    name: "more memory than a machine can have is all that it can have",
    async run(executor) {
      const turn = await firstTurn(executor, { source: "return 1;", limits: { memoryBytes: 2 ** 32 + 1 } });
      expectSame("ended", turn.ended, { ok: true, json: "1" });
    },
  },
  {
    name: "arguments are counted in bytes of UTF-8, and what is above is refused in the program",
    async run(executor) {
      const source = `const ask = (text) => attempt(tools.pay(text));
const codes = [await ask("ä".repeat(50)), await ask("a".repeat(99)), await ask("😀".repeat(25))];
ask("ä".repeat(49));
return codes.map(({ error }) => [error.code, error.ran]);`;
      const turn = await firstTurn(executor, { source, limits: { argumentBytes: 100 } });
      expectSame("calls", turn.calls.length, 1);
      expectSame("codes", JSON.parse(turn.ended?.json ?? ""), Array(3).fill(["invalid_arguments", "no"]));
    },
  },
  {
    name: "long arguments take little of the time that the program may compute",
    async run(executor) {
      const source = "for (let n = 0; n < 8; n += 1) tools.pay({ text: 'a'.repeat(1e6) }); return 1;";
      const turn = await firstTurn(executor, { source, limits: { cpuMs: 1_000 } });
      expectSame("ended", turn.ended, { ok: true, json: "1" });
    },
  },
  {
    name: "a returned value above its limit ends the program with OutputTooLarge",
    async run(executor) {
      const turn = await firstTurn(executor, { source: "return 'ä'.repeat(50);", limits: { returnBytes: 100 } });
      expectSame("ended", turn.ended?.ok, false);
      expectSame("name", JSON.parse(turn.ended?.json ?? "").name, "OutputTooLarge");
    },
  },
  {
    name: "console output above its bytes is cut, and it is said once",
    async run(executor) {
      const source = "console.log('a'.repeat(60)); console.log('b'.repeat(60)); console.log('c');";
      const turn = await firstTurn(executor, { source, limits: { consoleBytes: 100 } });
      const texts = turn.console.map(({ text }) => text[0]);
      expectSame("first letters", texts, ["a", "b", "C"]);
    },
  },
  {
    name: "console output above its lines is cut, and it is said once",
    async run(executor) {
      const source = "for (let n = 0; n < 100; n += 1) console.log(n);";
      const turn = await firstTurn(executor, { source, limits: { consoleLines: 10 } });
      expectSame("lines", turn.console.length, 11);
    },
  },
];

const startMs = 1_700_000_000_000;
const nothing = { ok: true, json: "null" };

export async function firstTurn(executor: ProgramExecutor, settings: ProgramSettings): Promise<Turn> {
  const session = await openProgram(executor, settings);
  const turn = await session.start();
  await session.close();
  return turn;
}
