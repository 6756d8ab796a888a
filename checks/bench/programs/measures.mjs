import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";

const CALLS = 1_000;
const MIB = 1_048_576;
export const sequentialCalls = (tool, count = CALLS) =>
  `let sum = 0;\nfor (let n = 0; n < ${count}; n++) sum += (await ${tool}({ n })).n;\nreturn sum;`;
export const parallelCalls = (tool, count = CALLS) =>
  `const calls = Array.from({ length: ${count} }, (_, n) => ${tool}({ n }));
return (await Promise.all(calls)).reduce((sum, { n }) => sum + n, 0);`;
const NOTHING = "return 1;";
const HOSTILE = [
  () => "while (true) {}",
  () => "const again = () => queueMicrotask(again); again(); await new Promise(() => {});",
  () => "const down = () => down(); down();",
  () => "return 'x'.repeat(100e6);",
  () => "const all = []; while (true) all.push(Promise.resolve({}));",
  () => "/(a+)+$/.test('a'.repeat(40) + 'b');",
  () => "let big = 3n; while (true) big *= big;",
  (tool) => `await ${tool}({ toJSON() { while (true) {} } });`,
  (tool) => `for (let n = 0; n < 1e6; n += 1) ${tool}({ n });`,
  () => "return { then() { while (true) {} } };",
];

/** Each in a process of its own, with a subject that nothing has been asked of. */
export const MEASURES = {
  /** Imports and the first program. */
  async cold(open) {
    const started = performance.now();
    const { run } = await open();
    const imported = performance.now();
    const cpu = process.cpuUsage();
    await expected(run(NOTHING), 1);
    return { import: imported - started, first: performance.now() - imported, cpu: computedMs(process.cpuUsage(cpu)) };
  },
  async warm(open) {
    const { run } = await open();
    for (let n = 0; n < 20; n += 1) await run(NOTHING);
    const times = [];
    const cpus = [];
    for (let n = 0; n < 50; n += 1) {
      const cpu = process.cpuUsage();
      times.push(await timed(() => expected(run(NOTHING), 1)));
      cpus.push(computedMs(process.cpuUsage(cpu)));
    }
    return { ms: median(times), cpu: median(cpus) };
  },
  async sequential(open) {
    const { run, tool, sequential: own = () => run(sequentialCalls(tool)) } = await open();
    return calls(own);
  },
  async parallel(open) {
    const { run, tool, parallel: own = () => run(parallelCalls(tool)) } = await open();
    return calls(own);
  },
  /** Awaited one after the other, more and more of them, until the process no longer answers for it. */
  async few(open) {
    const { run, tool } = await open();
    for (const count of [1, 2, 5, 10, 100]) {
      await expected(run(sequentialCalls(tool, count)), sumOf(count));
      process.stdout.write(`${JSON.stringify({ calls: count })}\n`);
    }
    return { calls: 100 };
  },
  async replay(open) {
    const { replay, tool } = await open();
    if (replay === undefined) return {};
    const again = [];
    for (let round = 0; round < 3; round += 1) {
      const work = await replay(sequentialCalls(tool));
      again.push(await timed(() => expected(work(), sumOf(CALLS))));
    }
    return { ms: median(again) };
  },
  /** What programs take that wait for a call. */
  async waiting(open, { rounds = 1, first = 4, count = 20 } = {}) {
    let go;
    let gate;
    let asked = 0;
    const { run, tool } = await open(async ({ n }) => {
      asked += n === 7 ? 1 : 0;
      if (n === 7) await gate;
      return { n, text: "seven" };
    });
    // What the first programs load is no part of what a program takes.
    await Promise.all(Array.from({ length: first }, () => run(sequentialCalls(tool, 2))));
    const sizes = [];
    for (let round = 0; round < rounds; round += 1) {
      asked = 0;
      gate = new Promise((resolve) => {
        go = resolve;
      });
      const before = await resting();
      const all = Array.from({ length: count }, () => run(`return (await ${tool}({ n: 7 })).n;`));
      while (asked < count) await wait(10);
      await wait(1_000);
      const held = await resting();
      sizes.push({ mib: (held.rss - before.rss) / MIB / count, kib: (held.objects - before.objects) / 1024 / count });
      go();
      for (const one of all) await expected(one, 7);
    }
    return Object.fromEntries(["mib", "kib"].map((key) => [key, median(sizes.map((size) => size[key]))]));
  },
  /** The same of programs that give up their machines; in the first rounds the process has not found its size yet. */
  parked: (open) => MEASURES.waiting(open, { rounds: 5, first: 20 }),
  /** What a process has grown by after a thousand programs, whose host is compiled meanwhile, and a thousand more. */
  thousand: async (open) => growth(await sum(open), () => undefined),
  /** The same once V8 has given back what it keeps for later, as it does where memory is short. */
  givenBack: async (open) => growth(await sum(open), giveBack),
  /** The same of programs that mean harm, each another than the one before. */
  async hostile(open) {
    const { run, tool } = await open(undefined, { limits: { cpuMs: 20, memoryBytes: 16 * MIB } });
    return growth((n) => fails(run(HOSTILE[n % HOSTILE.length](tool))), giveBack);
  },
};

async function sum(open) {
  const { run, tool } = await open();
  return () => expected(run(sequentialCalls(tool, 3)), 3);
}

async function fails(work) {
  const got = await work.catch(() => undefined);
  if (got !== undefined) throw new Error(`A hostile program returned ${JSON.stringify(got)}.`);
}

async function growth(runProgram, settle) {
  const sizeAfter = async (count) => {
    for (let n = 0; n < count; n += 1) await runProgram(n);
    await settle();
    return process.memoryUsage().rss / MIB;
  };
  const sizes = [];
  for (const count of [20, 1_000, 1_000]) sizes.push(await sizeAfter(count));
  return { mib: sizes[1] - sizes[0], again: sizes[2] - sizes[1] };
}

async function giveBack() {
  for (let n = 0; n < 4; n += 1) {
    globalThis.gc({ type: "major", execution: "sync", flavor: "last-resort" });
    await wait(50);
  }
}

async function calls(work) {
  await work(CALLS);
  const rounds = [];
  for (let round = 0; round < 5; round += 1) {
    const lag = monitorEventLoopDelay({ resolution: 1 });
    lag.enable();
    await wait(5);
    const cpu = process.cpuUsage();
    // A thousand calls take as many milliseconds as one takes microseconds.
    const wall = await timed(() => expected(work(CALLS), sumOf(CALLS)));
    const used = computedMs(process.cpuUsage(cpu));
    await wait(5);
    lag.disable();
    rounds.push({ wall, cpu: used, lag: lag.max / 1e6, held: await longestTurn(() => work(CALLS)) });
  }
  const keys = ["wall", "cpu", "lag", "held"];
  return Object.fromEntries(keys.map((key) => [key, median(rounds.map((round) => round[key]))]));
}

/** Milliseconds that this thread computes at most between two turns of others. */
async function longestTurn(work) {
  let longest = 0;
  let last = computedMs(process.threadCpuUsage());
  let isOn = true;
  const look = () => {
    const now = computedMs(process.threadCpuUsage());
    longest = Math.max(longest, now - last);
    last = now;
    if (isOn) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isOn = false;
  await wait(5);
  return longest;
}

const computedMs = ({ user, system }) => (user + system) / 1_000;

async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function expected(work, value) {
  const got = await work;
  if (got !== value) throw new Error(`A program returned ${JSON.stringify(got)} in place of ${value}.`);
}

const sumOf = (count) => (count * (count - 1)) / 2;
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Bytes when all that can go has gone: of the process, and of objects in use. */
async function resting() {
  for (let n = 0; n < 4; n += 1) {
    globalThis.gc();
    await wait(50);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, objects: heapUsed + external };
}
