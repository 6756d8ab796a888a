// Shows that each of the fourteen invariants (docs/architecture.md) is held by a test: takes the code of the invariant
// out of a copy of core, and expects the property test named after it to fail there. The working tree is not touched.
// `node checks/invariants/check-invariants.mjs 6 9` looks at these two only; `--find` runs nothing and says whether the
// code to be taken out is still there. Exit 1 when an invariant survives.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const CACHE = resolve("node_modules/.cache/toolwright-invariants");
const CORE = "runtime/core";

/** What is taken out, invariant by invariant: [file in src, the code, what is left of it]. */
const REMOVALS = [
  {
    invariant: 1,
    what: "closing histories before they are sent",
    edits: [
      [
        "journal/close-history.ts",
        "if (isClosed(messages)) return { messages, warnings: [] };",
        "return { messages, warnings: [] };",
      ],
    ],
  },
  {
    invariant: 1,
    what: "answering the calls that a stopped step leaves over",
    edits: [
      [
        "run/step.ts",
        "if (!slots.takeOne()) await slots.waitForOne();",
        "if (!slots.takeOne()) await slots.waitForOne(); if (asked.scope.halt.why) { slots.give(1); continue; }",
      ],
    ],
  },
  {
    invariant: 2,
    what: "not starting a resumed call again",
    edits: [["run/read.ts", "if (scope.resumed?.started) return undefined;", ""]],
  },
  {
    invariant: 2,
    what: "ending the calls inside a call before it",
    edits: [
      ["run/call.ts", "if (openCalls !== undefined) await openCalls;", ""],
      ["run/too-late.ts", "await context.endCalls();", ""],
    ],
  },
  {
    invariant: 3,
    what: "turning what is thrown during a run into its result",
    edits: [
      ["loop/drive-run.ts", "return crashedRun(run, thrown);", "throw thrown;"],
      ["loop/begin-run.ts", "return tellNotBegun(beginning, thrown);", "throw thrown;"],
      ["loop/resume-tool-loop.ts", /return notBegun\(\{ code, message: earlyMessage[^;]*;/, "throw thrown;"],
    ],
  },
  {
    invariant: 4,
    what: "freezing what models are told of a tool",
    edits: [["json/frozen-json.ts", "return Object.freeze(value);", "return value;"]],
  },
  {
    invariant: 5,
    what: "copying arguments for everybody who gets them",
    edits: [
      [
        "schema/decode/decode-arguments.ts",
        /const copied = toJson\([^;]*;/,
        "const copied: Decoded = { ok: true, value: raw ?? {} };",
      ],
      ["json/clone-json.ts", /if \(typeof value !== "object" \|\| value === null\) return value;/, "return value;"],
    ],
  },
  {
    invariant: 6,
    what: "masking the secrets a runner was given",
    edits: [["secrets/scrubber-for.ts", /createScrubber\([^)]*\)/, "createScrubber([])"]],
  },
  {
    invariant: 6,
    what: "picking the allowlist",
    edits: [["secrets/redact.ts", "if (keys.includes(key) && Object.hasOwn(value, key)) setOwn", "setOwn"]],
  },
  {
    invariant: 7,
    what: "leaving alone what is smaller than its placeholder",
    edits: [["loop/trim-history.ts", /if \(message\.trimmed \|\| [^;]*return undefined;/, ""]],
  },
  {
    invariant: 7,
    what: "leaving alone the results of the last step",
    edits: [["loop/history.ts", "this.#cursor < this.#lastStep", "this.#cursor < this.#messages.length"]],
  },
  {
    invariant: 8,
    what: "a scope of dependencies for every call",
    edits: [
      [
        "run/context.ts",
        "this.#dependencies = new DependencyValues();",
        "this.#dependencies = Object.assign(this.#scope.memory ?? {}, { shared: Reflect.get(this.#scope.memory ?? {}, 'shared') ?? new DependencyValues() }).shared;",
      ],
    ],
  },
  {
    invariant: 9,
    what: "waiting for the end of a completion before anything runs",
    edits: [
      [
        "loop/call-model.ts",
        "reading.shown.publish(delta);",
        `reading.shown.publish(delta);
        if (delta.type === "tool_call_delta") {
          const call = { id: delta.delta.id ?? "", type: "function", function: { name: "", arguments: "", ...delta.delta.function } } as const;
          const early = { message: { role: "assistant", content: "" }, model: "", finishReason: "tool_calls", toolCalls: [call] };
          return void Object.assign(reading, { early });
        }`,
      ],
      [
        "loop/call-model.ts",
        "const ended = stop.orStopped(final);",
        'const ended = Promise.race([stop.orStopped(final), read.then(() => Reflect.get(reading, "early") ?? final)]);',
      ],
    ],
  },
  {
    invariant: 10,
    what: "replacing half characters in what tools return",
    edits: [["run/project.ts", "text: value.toWellFormed()", "text: value"]],
  },
  {
    invariant: 15,
    what: "looking at the stop of a step before a call of it starts",
    edits: [
      ["run/call.ts", "if (stopped !== undefined) return stopped;", ""],
      ["run/call.ts", "if (late !== undefined) return late;", ""],
    ],
  },
  {
    invariant: 11,
    what: "letting out what is held back before another kind is shown",
    edits: [["loop/delta-publisher.ts", "this.#turnTo(kind);", ""]],
  },
  {
    invariant: 12,
    what: "keeping what a model had written when its step ends early",
    edits: [["loop/run-step.ts", "await storePartialAnswer(run, answer);", ""]],
  },
  {
    invariant: 12,
    what: "storing an answer while it is written",
    edits: [["loop/checkpoints.ts", "this.#options.store();", ""]],
  },
  {
    invariant: 13,
    what: "reading on within a line",
    edits: [
      ["output-tools/read-kept-output.ts", "const start = boundaryBefore(line, char_offset);", "const start = 0;"],
    ],
  },
  {
    invariant: 14,
    what: "the order of the indexes",
    edits: [["loop/close-completion.ts", /return calls\.toSorted\([^;]*;/, "return calls;"]],
  },
];

if (process.argv.includes("--find")) {
  for (const [file, code] of REMOVALS.flatMap(({ edits }) => edits)) onlyPlace(join(CORE, "src", file), code);
  process.exit();
}
const wanted = process.argv.slice(2).map(Number);
const removals = REMOVALS.filter(({ invariant }) => wanted.length === 0 || wanted.includes(invariant));

rmSync(CACHE, { recursive: true, force: true });
const whole = judge("whole", [], "");
if (whole.failed > 0 || whole.passed === 0) {
  console.error("The invariants do not hold to begin with: run `npx vitest run runtime/core/test/invariants`.");
  process.exit(1);
}
let survivors = 0;
for (const [index, { invariant, what, edits }] of removals.entries()) {
  const { failed, passed } = judge(String(index), edits, `(^|[ >])${invariant}: `);
  const held = failed > 0;
  if (!held) survivors += 1;
  const verdict = held ? "fails" : `SURVIVES (${passed} tests passed)`;
  console.log(`${String(invariant).padStart(2)}  ${verdict.padEnd(9)}  without ${what}`);
}
rmSync(CACHE, { recursive: true, force: true });
console.log(survivors === 0 ? "every invariant fails without its code" : `${survivors} survived`);
process.exitCode = survivors === 0 ? 0 : 1;

/** Runs the property tests whose name matches, on a copy of core with the code taken out. */
function judge(name, edits, pattern) {
  const folder = join(CACHE, name);
  mkdirSync(folder, { recursive: true });
  for (const part of ["src", "test"]) cpSync(join(CORE, part), join(folder, part), { recursive: true });
  for (const [file, code, left] of edits) takeOut(join(folder, "src", file), code, left);
  const config = join(folder, "vitest.config.mjs");
  const report = join(folder, "report.json");
  writeFileSync(config, configText(folder));
  const run = spawnSync(
    process.execPath,
    [
      resolve("node_modules/vitest/vitest.mjs"),
      "run",
      "--config",
      config,
      "--root",
      folder,
      "--reporter=json",
      `--outputFile=${report}`,
      ...(pattern === "" ? [] : ["-t", pattern]),
    ],
    { encoding: "utf8", env: { ...process.env, INVARIANT_RUNS: process.env.INVARIANT_RUNS ?? "300" } },
  );
  return counted(report, run);
}

function takeOut(file, code, left) {
  const text = onlyPlace(file, code);
  writeFileSync(
    file,
    text.replace(code, () => left),
  );
}

/** The text of a file, in which the code has to be exactly once: an edit that hits nothing would show nothing. */
function onlyPlace(file, code) {
  const text = readFileSync(file, "utf8");
  const found =
    typeof code === "string" ? text.split(code).length - 1 : (text.match(new RegExp(code, "g")) ?? []).length;
  if (found !== 1) throw new Error(`${file}: found ${found} times, not once: ${code}`);
  return text;
}

/** A copy stands in a cache folder, which vitest would neither search nor transform by itself. */
function configText(folder) {
  return `export default {
    root: ${JSON.stringify(folder)},
    resolve: { conditions: ["@toolwright/source"] },
    ssr: { resolve: { conditions: ["@toolwright/source"] } },
    server: { deps: { inline: [/toolwright-invariants/] } },
    test: {
      include: ["test/invariants/*.test.ts"],
      exclude: [],
      testTimeout: 120000,
      server: { deps: { inline: [/toolwright-invariants/] } },
    },
  };`;
}

/** Tests that passed and failed. A file that could not even be loaded shows nothing, and is an error here. */
function counted(report, run) {
  let result;
  try {
    result = JSON.parse(readFileSync(report, "utf8"));
  } catch {
    throw new Error(`vitest gave no report:\n${run.stdout}\n${run.stderr}`);
  }
  const { numPassedTests: passed, numFailedTests: failed } = result;
  if (passed + failed === 0)
    throw new Error(`No test ran:\n${run.stderr}\n${JSON.stringify(result.testResults?.[0]?.message)}`);
  return { passed, failed };
}
