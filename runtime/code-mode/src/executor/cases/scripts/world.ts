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
    name: "a date is written as in en-US, and for any other language so that day and month cannot be taken for each other",
    source: `const at = new Date("2026-12-01T09:08:07Z");
return [at.toLocaleDateString(), at.toLocaleDateString("en-US"), at.toLocaleDateString("de-DE"), at.toLocaleString("sv"),
  at.toLocaleTimeString("en-GB"), new Date("then").toLocaleDateString("de")];`,
    turns: [{ returns: ["12/01/2026", "12/01/2026", "2026-12-01", "2026-12-01 09:08:07", "09:08:07", "Invalid Date"] }],
  },
  {
    name: "names of days and months are refused, as the engine has none",
    source: `const ways = [{ weekday: "long" }, { month: "short", day: "numeric" }, { dateStyle: "medium" }, { month: "2-digit" }];
return ways.map((way) => {
  try { return new Date(0).toLocaleDateString("en-US", way); } catch (error) { return error.name; }
});`,
    turns: [{ returns: ["RangeError", "RangeError", "RangeError", "01/01/1970"] }],
  },
  {
    name: "a number is written as a share, with its currency and with its digits, and in no other unit",
    source: `const written = (number, ...given) => {
  try { return number.toLocaleString(...given); } catch (error) { return error.name; }
};
return [
  written(1234.5), written(1234.5, "de", { style: "currency", currency: "EUR" }), written(0.256, "en", { style: "percent" }),
  written(0.256, "en", { style: "percent", minimumFractionDigits: 1 }), written(1.5, undefined, { minimumFractionDigits: 2 }),
  written(1.239, "en", { maximumFractionDigits: 2 }), written(10, "en", {}), written(0 / 0, "en", { style: "percent" }),
  written(5, "en", { style: "unit", unit: "liter" }), written(5000, "en", { notation: "compact" }),
];`,
    turns: [
      {
        returns: ["1234.5", "1234.50 EUR", "26%", "25.6%", "1.50", "1.24", "10", "NaN", "RangeError", "RangeError"],
      },
    ],
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
