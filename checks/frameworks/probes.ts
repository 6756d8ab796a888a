// The fifteen probes in each framework's own loop: alone, as its documentation shows it, then with Toolwright's tools.

import { subjects } from "./subjects/all.ts";
import type { PlainTool, Ran, ScriptedCall, Subject } from "./subjects/subject.ts";
import { runnerOf } from "./tools.ts";

/** What a probe came to: whether it held, and what was seen. */
interface Outcome {
  readonly held: boolean;
  readonly seen: string;
}

interface Loop {
  run(tools: readonly PlainTool[], steps: readonly (readonly ScriptedCall[])[], more?: object): Promise<Ran>;
  /** Undefined where the framework has no answer of a client that could be changed. */
  ask?(tool: PlainTool, more: object): Promise<unknown>;
}

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

const PROBES: Readonly<Record<string, (loop: Loop) => Promise<Outcome | undefined>>> = {
  async "A a tool of 600 ms under a deadline of 50"(loop) {
    const started = performance.now();
    await loop.run([tool("slow", () => wait(600), { timeoutMs: 50 })], [[call("slow", {})]], { timeoutMs: 50 });
    const took = performance.now() - started;
    return { held: took < 400, seen: `${took.toFixed(0)} ms` };
  },
  async "B 40 reads in a step: most at once"(loop) {
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
  async "D an input off its JSON Schema runs"(loop) {
    const got: unknown[] = [];
    await loop.run([tool("n", (input) => got.push(input), { schema: NUMBERS })], [[call("n", { n: {} })]]);
    return { held: got.length === 0, seen: got.length === 0 ? "no" : "yes" };
  },
  async "E characters of a result of 5 MB"(loop) {
    const ran = await loop.run([tool("big", () => "0123456789".repeat(500_000))], [[call("big", {})]]);
    return { held: first(ran).length <= 52_000, seen: first(ran).length.toLocaleString("en") };
  },
  async "F executions of one call, asked for 20 times"(loop) {
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
  async "I truncated JSON: runs, and goes on"(loop) {
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
  async "K executions of two calls with one id"(loop) {
    let count = 0;
    const pay = tool("pay", () => ++count);
    await loop.run([pay], [[call("pay", { a: 1 }, "one"), call("pay", { a: 1 }, "one")]]);
    return { held: count === 1, seen: String(count) };
  },
  async "M abort at 50 ms of a tool of 500"(loop) {
    const started = performance.now();
    const signal = AbortSignal.timeout(50);
    await loop.run([tool("slow", () => wait(500))], [[call("slow", {})]], { signal });
    const took = performance.now() - started;
    return { held: took < 300, seen: `${took.toFixed(0)} ms` };
  },
  async "N BigInt, circular, nothing: the run goes on"(loop) {
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

function loops(subject: Subject): readonly Loop[] {
  const { asking } = subject;
  const steps = [[call("send", { to: "ada" })]];
  const alone: Loop = {
    run: (tools, all, more) => subject.run({ ...more, tools: subject.alone(tools), steps: all }),
    ...(asking &&
      ASKS_ALONE.has(subject.name) && {
        ask: (one, more) => asking({ ...more, tools: subject.alone([one]), steps, answer: true }),
      }),
  };
  const ours: Loop = {
    run: async (tools, all, more) => subject.run({ ...more, tools: await subject.ours(runnerOf(tools)), steps: all }),
    ...(asking && { ask: (one, more) => asking({ ...more, runner: runnerOf([one]), steps, answer: true }) }),
  };
  return [alone, ours];
}

/** Whose question goes through the hands of the client; the others keep it on the server. */
const ASKS_ALONE: ReadonlySet<string> = new Set(["AI SDK", "OpenAI Agents", "TanStack AI"]);

async function cell(probe: (loop: Loop) => Promise<Outcome | undefined>, loop: Loop): Promise<string> {
  try {
    const outcome = await probe(loop);
    return outcome === undefined ? "–" : `${outcome.held ? "✓" : "✗"} ${outcome.seen}`;
  } catch (error) {
    return `✗ ${String(error).split("\n")[0]?.slice(0, 60)}`;
  }
}

const all = await subjects();
process.on("unhandledRejection", () => undefined);
console.log(`| | ${all.map(({ name, version }) => `${name} ${version} | with ours`).join(" | ")} |`);
console.log(`| --- |${" --- | --- |".repeat(all.length)}`);
for (const [name, probe] of Object.entries(PROBES)) {
  const cells: string[] = [];
  for (const loop of all.flatMap(loops)) cells.push(await cell(probe, loop));
  console.log(`| ${name} | ${cells.join(" | ")} |`);
}
process.exit(0);
