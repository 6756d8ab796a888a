import type { Script } from "../script.ts";

const noon = Date.UTC(2026, 10, 29, 12);

/** Clock and chance follow from what the program is given, and there is nothing else to know. */
export const worldScripts: readonly Script[] = [
  {
    name: "the clock stands still within a turn, and is that of the result that was given last",
    source: `const times = [Date.now()];
for (let n = 0; n < 300000; n += 1) times[0] = Math.max(times[0], Date.now());
await tools.list();
times.push(Date.now(), new Date().getTime());
return times;`,
    startMs: noon,
    turns: [
      { calls: [["list", {}, 3]] },
      { settle: { call: 0, atMs: noon + 86_400_123 }, returns: [noon, noon + 86_400_123, noon + 86_400_123] },
    ],
  },
  {
    name: "the zone is UTC",
    source:
      "const now = new Date();\nreturn [now.getHours(), now.getTimezoneOffset(), new Date(2026, 0, 1).toISOString()];",
    startMs: noon,
    turns: [{ returns: [12, 0, "2026-01-01T00:00:00.000Z"] }],
  },
  {
    name: "a time in another zone is refused, as it would be that of UTC",
    source: `const at = (timeZone) => new Date(0).toLocaleTimeString("en-US", { timeZone });
const seen = [at("UTC") === at(undefined), new Date(0).toLocaleString("en", null) === new Date(0).toLocaleString()];
try { at("Asia/Tokyo"); } catch (error) { seen.push(error.name); }
return seen;`,
    turns: [{ returns: [true, true, "RangeError"] }],
  },
  {
    name: "the same seed gives the same numbers, between 0 and 1",
    source: `const numbers = Array.from({ length: 1000 }, () => Math.random());
const mean = numbers.reduce((sum, number) => sum + number, 0) / 1000;
return [numbers.every((number) => number >= 0 && number < 1), new Set(numbers).size, Math.abs(mean - 0.5) < 0.05];`,
    turns: [{ returns: [true, 1000, true] }],
  },
  {
    name: "there is no other clock, no timer, no chance, no shared memory, no other program and no system",
    source: `return ["performance", "setTimeout", "setInterval", "setImmediate", "crypto", "WeakRef", "FinalizationRegistry",
  "SharedArrayBuffer", "Atomics", "WebAssembly", "process", "require", "module", "fetch", "XMLHttpRequest", "Worker",
  "importScripts", "postMessage", "global", "window", "self", "std", "os", "Deno", "Bun", "navigator", "gc", "print"]
  .filter((name) => name in globalThis);`,
    turns: [{ returns: [] }],
  },
  {
    name: "text is no code",
    source: `const ways = [
  () => eval("1"), () => (0, eval)("1"), () => new Function("return 1")(), () => (async () => {}).constructor("")(),
  () => (function* () {}).constructor("")(), () => Reflect.construct(Function, ["return 1"])(),
  () => [].map.constructor("return 1")(),
];
return ways.map((way) => { try { way(); return "ran"; } catch { return "refused"; } });`,
    turns: [{ returns: Array(7).fill("refused") }],
  },
  {
    name: "a module cannot be imported",
    source: "return await import('node:fs').then(() => 'imported', () => 'refused');",
    turns: [{ returns: "refused" }],
  },
];
