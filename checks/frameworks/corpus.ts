// The function-call corpus through each framework's own loop: alone, with a plain JSON Schema, then with Toolwright's
// tools. What counts is what ran: an input that does not fit the schema of its tool, by Ajv, is one too many.
import { existsSync, readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { subjects } from "./subjects/all.ts";
import type { PlainTool, Subject } from "./subjects/subject.ts";
import { runnerOf } from "./tools.ts";

interface Row {
  readonly schema: number;
  readonly expect: "accept" | "reject";
  readonly json: string;
}

/** How many calls one answer of the model makes. */
const CALLS = 50;

const folder = new URL("../../../shared/data/", import.meta.url);
if (!existsSync(folder)) {
  console.log("The corpus is not here: it is expected in ../shared/data beside the project.");
  process.exit(0);
}
const read = (name: string) => readFileSync(new URL(name, folder), "utf8");
const schemas: Record<string, unknown>[] = JSON.parse(read("function-schemas.json"));
const rows: Row[] = read("function-calls.jsonl")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const ajv = new Ajv({ strict: false, logger: false });
const fits = schemas.map((schema) => ajv.compile(schema));

const invalid = rows.filter(({ expect }) => expect === "reject").length;
console.log(`${rows.length} calls; ${invalid} do not fit the schema of their tool, and must not run as they are.\n`);
console.log("| | invalid calls that ran: alone | with ours | of the valid ones ran: alone | with ours |");
console.log("| --- | ---: | ---: | ---: | ---: |");
for (const subject of await subjects()) {
  const alone = await count(subject, (tools) => subject.alone(tools));
  const ours = await count(subject, (tools) => subject.ours(runnerOf(tools)));
  const { name, version } = subject;
  console.log(`| ${name} ${version} | ${alone.invalid} | ${ours.invalid} | ${alone.valid} | ${ours.valid} |`);
}

/** What ran of all rows, in conversations of one step: every row has a tool of its own. */
async function count(subject: Subject, make: (tools: readonly PlainTool[]) => unknown) {
  const counted = { invalid: 0, valid: 0 };
  for (let start = 0; start < rows.length; start += CALLS) {
    const part = rows.slice(start, start + CALLS).map((row, at) => ({ ...row, name: `tool_${start + at}` }));
    const tools = part.map(({ name, schema, expect }) => ({
      name,
      schema: schemas[schema] ?? {},
      execute: (input: unknown) => {
        if (fits[schema]?.(input) !== true) counted.invalid += 1;
        else if (expect === "accept") counted.valid += 1;
        return "done";
      },
    }));
    const calls = part.map(({ name, json }) => ({ id: `id_${name}`, name, arguments: json }));
    await subject.run({ tools: await make(tools), steps: [calls] });
  }
  return counted;
}
