import { type Loop, PROBES } from "./probe-list.ts";
import { subject as aiSdk } from "./subjects/ai-sdk.ts";
import { subject as mastra } from "./subjects/mastra.ts";
import { subject as openaiAgents } from "./subjects/openai-agents.ts";
import { pi } from "./subjects/pi.ts";
import type { Alone } from "./subjects/subject.ts";
import { toolwright } from "./subjects/toolwright.ts";

const LOOPS: readonly Alone[] = [toolwright, aiSdk, openaiAgents, mastra, pi];

/** Rows that say a time show whether it held and nothing else: the next run would have another. */
const TIMED = /^[AM] /;

/** The probes of one loop by itself, beside those of four others, as the table of README.md. */
export async function besideTable(): Promise<string> {
  const rows = [
    `| | ${LOOPS.map(({ name, version }) => `${name} ${version}`).join(" | ")} |`,
    `| --- |${" --- |".repeat(LOOPS.length)}`,
  ];
  for (const [name, probe] of Object.entries(PROBES)) {
    if (name.startsWith("R")) continue;
    const cells: string[] = [];
    for (const one of LOOPS) {
      const outcome = await probe(loopOf(one));
      const seen = TIMED.test(name) ? "" : ` ${outcome?.seen}`;
      cells.push(`${outcome?.held ? "✓" : "✗"}${seen}`);
    }
    rows.push(`| ${name.slice(2)} | ${cells.join(" | ")} |`);
  }
  return rows.join("\n");
}

function loopOf(one: Alone): Loop {
  return { run: (tools, steps, more) => one.run({ ...more, tools: one.alone(tools), steps }) };
}
