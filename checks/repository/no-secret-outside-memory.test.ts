import { mkdtemp, readdir, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, inflateSync } from "node:zlib";
import {
  ActivityStream,
  defineTool,
  type JsonObject,
  type Logger,
  runToolLoop,
  secret,
  ToolError,
} from "@toolwright/core";
import { jsonLinesSink, summariseInvocations } from "@toolwright/core/telemetry";
import { recordTape, type ScriptStep, scripted } from "@toolwright/models";
import { openStore } from "@toolwright/store";
import { createFolderAgent } from "@toolwright/workspace";
import fc from "fast-check";
import { expect, it } from "vitest";

/** Characters that JSON, a shell and a regular expression write differently, among plain ones. */
const CHARACTERS = "abcdefghXYZ0189_-.+/=é\"\\'$ *(&<";
const value = fc
  .array(fc.constantFrom(...CHARACTERS), { minLength: 10, maxLength: 30 })
  .map((chars) => `p${chars.join("")}q`);

/**
 * A run in which every tool that writes comes across the value, told by the model, by a file, by a command and by an
 * exception.
 */
function steps(pin: string): ScriptStep[] {
  const shown = `'${pin.replaceAll("'", "'\\''")}'`;
  const calls = (...toolCalls: { name: string; arguments: JsonObject }[]): ScriptStep => ({ toolCalls });
  return [
    {
      reasoning: `It is ${pin}.`,
      text: `I write ${pin} down.`,
      toolCalls: [{ name: "write", arguments: { file_path: "a.txt", content: `first\n${pin}\nlast\n`.repeat(40) } }],
    },
    calls({ name: "read", arguments: { file_paths: ["a.txt"] } }),
    calls({
      name: "edit",
      arguments: { file_path: "a.txt", old_string: "first", new_string: `1 ${pin}`, replace_all: true },
    }),
    calls({
      name: "bash",
      arguments: { command: `printf '%s\\n' ${shown} > b.txt; for i in $(seq 1 2000); do echo "$i" ${shown}; done` },
    }),
    calls({
      name: "bash",
      arguments: { command: `for i in 1 2 3; do echo "$i" ${shown}; sleep 0.05; done`, background: true },
    }),
    calls({ name: "grep", arguments: { pattern: "p" } }),
    calls({ name: "read", arguments: { file_paths: [`${pin}.txt`] } }, { name: "big", arguments: { note: pin } }),
    calls(
      { name: "fails", arguments: {} },
      { name: pin, arguments: {} },
      { name: "bash_output", arguments: { job: "bash_1" } },
    ),
    { text: `It was ${pin}.` },
  ];
}

const tools = (pin: string) => [
  defineTool({
    name: "big",
    description: "",
    input: { type: "object" },
    execute: () => Array.from({ length: 500 }, (_, index) => ({ index, [pin]: pin, url: encodeURIComponent(pin) })),
  }),
  defineTool({
    name: "fails",
    description: "",
    input: { type: "object" },
    execute: () => {
      throw new ToolError(`no ${pin}`, { suggestion: pin, cause: new Error(pin) });
    },
  }),
];

async function bytesOutside(pin: string): Promise<{ readonly name: string; readonly bytes: Buffer }[]> {
  const [root, state] = await Promise.all([folder("root"), folder("state")]);
  const lines = { log: "", tape: "", summaries: "", events: "" };
  const log = (message: string, fields?: object) => {
    lines.log += `${message} ${JSON.stringify(fields, (_, inner) => (inner instanceof Error ? [inner.message, inner.stack] : inner))}\n`;
  };
  const logger: Logger = { debug: log, info: log, warn: log, error: log };
  const secrets = [secret("pin", pin)];
  const agent = await createFolderAgent({
    root,
    stateDirectory: join(state, "agent"),
    secrets,
    sandbox: "off",
    approver: { approve: async ({ approvalId }) => ({ approvalId, approve: true }) },
    tools: tools(pin),
    logger,
  });
  const store = openStore({ file: join(state, "store.db") });
  const { conversation } = store.threads.create({ channel: "test" });
  const activity = new ActivityStream(store.journal(conversation));
  activity.subscribe("*", (event) => (lines.events += `${JSON.stringify(event)}\n`));
  const summaries = summariseInvocations({
    sink: jsonLinesSink((line) => (lines.summaries += line)),
    caller: { requestId: "r" },
  });
  const { model, around, now } = recordTape({ model: scripted(steps(pin)), write: (line) => (lines.tape += line) });
  const { config } = agent.open();
  const { stopReason } = await runToolLoop(
    {
      ...config,
      model,
      now,
      use: [...(config.use ?? []), around],
      activity,
      logger,
      secrets,
      observer: summaries.observer,
    },
    [{ role: "user", content: `Keep ${pin}.` }],
  );
  await summaries.idle();
  expect(stopReason).toBe("stop");
  await agent.undo();
  await agent.close();
  store.close();
  const files = await filesBelow(state);
  expect(files.length).toBeGreaterThan(3);
  await Promise.all([root, state].map((path) => rm(path, { recursive: true, force: true })));
  return [...files, ...Object.entries(lines).map(([name, text]) => ({ name, bytes: Buffer.from(text) }))];
}

async function folder(name: string): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), `no-secret-${name}-`)));
}

async function filesBelow(path: string): Promise<{ readonly name: string; readonly bytes: Buffer }[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(names.map(async (name) => ({ name, bytes: unpacked(name, await readFile(name)) })));
}

function unpacked(name: string, bytes: Buffer): Buffer {
  if (name.endsWith(".gz")) return gunzipSync(bytes);
  return /objects\/[\da-f]{2}\//.test(name) ? inflateSync(bytes) : bytes;
}

it("no registered secret lies outside memory: journal, tape, log, summaries, outputs, jobs, undo", async () => {
  await fc.assert(
    fc.asyncProperty(value, async (pin) => {
      const forms = new Set([pin, JSON.stringify(pin).slice(1, -1), encodeURIComponent(pin)]);
      const kept = await bytesOutside(pin);
      const found = kept.flatMap(({ name, bytes }) =>
        [...forms].filter((form) => bytes.includes(form)).map((form) => [name, form]),
      );
      expect(found).toEqual([]);
      expect(kept.some(({ bytes }) => bytes.includes("[secret:pin]"))).toBe(true);
    }),
    { numRuns: 2, examples: [[`p${CHARACTERS}q`]] },
  );
});
