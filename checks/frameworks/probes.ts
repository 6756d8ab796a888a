// The fifteen probes in each framework's own loop: alone, as its documentation shows it, then with Toolwright's tools.

import { cell, type Loop, PROBES } from "./probe-list.ts";
import { subjects } from "./subjects/all.ts";
import type { ScriptedCall, Subject } from "./subjects/subject.ts";
import { runnerOf } from "./tools.ts";

function loops(subject: Subject): readonly Loop[] {
  const { asking } = subject;
  const steps = [[SEND]];
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

const SEND: ScriptedCall = { id: "send", name: "send", arguments: '{"to":"ada"}' };

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
