import { quickJs } from "@toolwright/code-mode";
import { type Tool, type ToolContext, uncheckedTool } from "@toolwright/core";
import { declareTools } from "../../../runtime/code-mode/src/declarations/declare-tools.ts";
import { INSTRUCTIONS } from "../../../runtime/code-mode/src/instructions.ts";
import { readSource } from "../../../runtime/code-mode/src/source/read-source.ts";

/** What the bill needs of a tool that runs programs: the text that a model reads of it, and a machine behind it. */
export function runCode(tools: readonly Tool[]): Tool {
  const { text, names } = declareTools(tools, { budget: 3_000 });
  return uncheckedTool({
    name: "run_code",
    description: `${INSTRUCTIONS}\n${text}`,
    input: {
      type: "object",
      properties: { code: { type: "string" } },
      required: ["code"],
      additionalProperties: false,
    },
    subTools: tools,
    execute: async ({ code }: { readonly code: string }, context: ToolContext) => {
      const read = await readSource(code);
      if (!read.ok) throw new Error(read.message);
      return returned(read.source, names, context);
    },
  });
}

async function returned(source: string, names: ReadonlyMap<string, string>, { call, signal }: ToolContext) {
  const settings = { tools: [...names.keys()], seed: "bill", startMs: 0, limits: LIMITS, signal };
  const session = await quickJs({ threads: false }).open({ source, ...settings });
  try {
    let turn = await session.start();
    const asked = [...turn.calls];
    for (let next = asked.shift(); next !== undefined; next = asked.shift()) {
      const { output } = await call(names.get(next.name) ?? next.name, JSON.parse(next.json));
      const value = output.type === "json" ? output.value : output.type === "text" ? output.text : output.parts;
      turn = await session.settle(next.number, { ok: true, json: JSON.stringify(value) }, 0);
      asked.push(...turn.calls);
    }
    if (turn.ended?.ok !== true) throw new Error(`The program did not end well: ${turn.ended?.json ?? turn.failed}`);
    return JSON.parse(turn.ended.json);
  } finally {
    await session.close();
  }
}

const LIMITS = {
  cpuMs: 5_000,
  memoryBytes: 64 * 1024 * 1024,
  argumentBytes: 1024 * 1024,
  returnBytes: 16 * 1024 * 1024,
  consoleBytes: 64 * 1024,
  consoleLines: 1_000,
};
