import type { PlainTool, Ran, ScriptedCall } from "./subjects/subject.ts";

/** What a probe came to: whether it held, and what was seen. */
export interface Outcome {
  readonly held: boolean;
  readonly seen: string;
}

/** A loop as a probe sees it. */
export interface Loop {
  run(tools: readonly PlainTool[], steps: readonly (readonly ScriptedCall[])[], more?: object): Promise<Ran>;
  /** Undefined where the framework has no answer of a client that could be changed. */
  ask?(tool: PlainTool, more: object): Promise<unknown>;
}

export type Probe = (loop: Loop) => Promise<Outcome | undefined>;

const ANY = { type: "object" };
const NUMBERS = {
  type: "object",
  properties: { n: { type: "integer" }, list: { type: "array", items: { type: "integer" } } },
  required: ["n"],
};
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const call = (name: string, args: unknown, id = name): ScriptedCall => ({
  id,
  name,
  arguments: typeof args === "string" ? args : JSON.stringify(args),
});
const tool = (name: string, execute: PlainTool["execute"], more: Partial<PlainTool> = {}): PlainTool => ({
  name,
  schema: ANY,
  execute,
  ...more,
});
const first = ({ answers, thrown }: Ran) => answers[0]?.text ?? thrown ?? "nothing";

/** What is done in each loop, and what a user would want to come of it. */
export const PROBES: Readonly<Record<string, Probe>> = {
  async "A a tool of 600 ms ends at its deadline of 50 ms"(loop) {
    // A loop that runs for the first time loads its code: that is no part of the deadline.
    await loop.run([tool("ready", () => "ready")], [[call("ready", {})]]);
    const started = performance.now();
    await loop.run([tool("slow", () => wait(600), { timeoutMs: 50 })], [[call("slow", {})]], { timeoutMs: 50 });
    const took = performance.now() - started;
    return { held: took < 400, seen: `${took.toFixed(0)} ms` };
  },
  async "B 40 reads in one step: so many at once"(loop) {
    let now = 0;
    let most = 0;
    const read = tool(
      "read",
      async () => {
        most = Math.max(most, ++now);
        await wait(5);
        now -= 1;
      },
      { more: { effects: "read" } },
    );
    await loop.run([read], [Array.from({ length: 40 }, (_, at) => call("read", { at }, `read_${at}`))]);
    return { held: most <= 8, seen: String(most) };
  },
  async "C an output off its schema reaches the model"(loop) {
    const output = { type: "object", properties: { n: { type: "integer" } } };
    const ran = await loop.run([tool("wrong", () => ({ n: "a leak" }), { output })], [[call("wrong", {})]]);
    const leaked = first(ran).includes("a leak");
    return { held: !leaked, seen: leaked ? "yes" : "no" };
  },
  async "D an input off its JSON Schema runs the tool"(loop) {
    const got: unknown[] = [];
    await loop.run([tool("n", (input) => got.push(input), { schema: NUMBERS })], [[call("n", { n: {} })]]);
    return { held: got.length === 0, seen: got.length === 0 ? "no" : "yes" };
  },
  async "E characters that the model reads of 5,000,000"(loop) {
    const ran = await loop.run([tool("big", () => "0123456789".repeat(500_000))], [[call("big", {})]]);
    return { held: first(ran).length <= 52_000, seen: first(ran).length.toLocaleString("en") };
  },
  async "F one call, asked for 20 times, runs so often"(loop) {
    let count = 0;
    const again = tool("again", () => `the same ${Math.min(1, ++count)}`);
    await loop.run(
      [again],
      Array.from({ length: 20 }, (_, at) => [call("again", { a: 1 }, `again_${at}`)]),
    );
    return { held: count <= 4, seen: String(count) };
  },
  async "G a password in an exception reaches the model"(loop) {
    const fails = tool("fails", () => Promise.reject(new Error("no postgres://admin:hunter2@db")));
    const ran = await loop.run([fails], [[call("fails", {})]]);
    const leaked = JSON.stringify(ran).includes("hunter2");
    return { held: !leaked, seen: leaked ? "yes" : "no" };
  },
  async 'H {n:"5", list:"[1,2]"} runs as'(loop) {
    const got: unknown[] = [];
    await loop.run(
      [tool("n", (input) => got.push(input), { schema: NUMBERS })],
      [[call("n", { n: "5", list: "[1,2]" })]],
    );
    const seen = got.length === 0 ? "nothing" : JSON.stringify(got[0]);
    return { held: seen === '{"n":5,"list":[1,2]}', seen: `\`${seen}\`` };
  },
  async "I cut-off JSON runs the tool; the run goes on"(loop) {
    const got: unknown[] = [];
    const ran = await loop.run([tool("n", (input) => got.push(input))], [[call("n", '{"n": 5')]]);
    const onward = ran.requests === 2 && ran.thrown === undefined;
    return { held: got.length === 0 && onward, seen: `${got.length === 0 ? "no" : "yes"}, ${onward ? "yes" : "no"}` };
  },
  async "J an unknown tool: the run goes on"(loop) {
    const ran = await loop.run([tool("lookup", () => "x")], [[call("lokup", {})]]);
    const onward = ran.requests === 2 && ran.thrown === undefined;
    return { held: onward, seen: onward ? "yes" : "no" };
  },
  async "K two calls of a step with one id run so often"(loop) {
    let count = 0;
    const pay = tool("pay", () => ++count);
    await loop.run([pay], [[call("pay", { a: 1 }, "one"), call("pay", { a: 1 }, "one")]]);
    return { held: count === 1, seen: String(count) };
  },
  async "M a stop at 50 ms ends a deaf tool of 500 ms"(loop) {
    const started = performance.now();
    const signal = AbortSignal.timeout(50);
    await loop.run([tool("slow", () => wait(500))], [[call("slow", {})]], { signal });
    const took = performance.now() - started;
    return { held: took < 300, seen: `${took.toFixed(0)} ms` };
  },
  async "N a result with BigInt, circular, none: the run goes on"(loop) {
    const round: Record<string, unknown> = {};
    round.self = round;
    const tools = [tool("big", () => ({ n: 1n })), tool("round", () => round), tool("none", () => undefined)];
    const went: string[] = [];
    for (const { name } of tools) {
      const ran = await loop.run(tools, [[call(name, {})]]);
      went.push(ran.thrown === undefined && ran.requests === 2 ? "yes" : "no");
    }
    return { held: !went.includes("no"), seen: went.join(", ") };
  },
  async "R1 changed arguments of an approved call run"(loop) {
    const got: unknown[] = [];
    const send = tool("send", (input) => got.push(input), { asks: true });
    if (loop.ask === undefined) return undefined;
    await loop.ask(send, { tamper: (state: string) => state.replaceAll("ada", "eve") });
    const ran = JSON.stringify(got).includes("eve");
    return { held: !ran, seen: ran ? "yes" : "no" };
  },
  async "R2 executions of one approval used twice"(loop) {
    let count = 0;
    const send = tool("send", () => ++count, { asks: true });
    if (loop.ask === undefined) return undefined;
    await loop.ask(send, { twice: true });
    return { held: count === 1, seen: String(count) };
  },
};

/** What a probe came to, as a cell of a table. */
export async function cell(probe: Probe, loop: Loop): Promise<string> {
  try {
    const outcome = await probe(loop);
    return outcome === undefined ? "–" : `${outcome.held ? "✓" : "✗"} ${outcome.seen}`;
  } catch (error) {
    return `✗ ${String(error).split("\n")[0]?.slice(0, 60)}`;
  }
}
