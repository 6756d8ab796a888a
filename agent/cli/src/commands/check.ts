import { toolToSchema } from "@toolwright/core";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { findingsOf } from "../check/tool-findings.ts";
import { EXIT } from "../exit-code.ts";
import type { CheckFlags } from "../flags.ts";
import { importTools } from "../setup/import-tools.ts";
import { PlainScreen } from "../terminal/plain-screen.ts";
import { printable } from "../text/printable.ts";

/** `toolwright check`: what a model will stumble on in the tools of a module. Nothing is run but the module. */
export async function check(file: string, { json, strict }: CheckFlags): Promise<number> {
  const tools = (await importTools(file, "check")).map((tool) => {
    return { tool, strict, tokens: countTokens(JSON.stringify(toolToSchema(tool))) };
  });
  const findings = tools.flatMap(findingsOf);
  const counted = tools.map(({ tool: { name }, tokens }) => ({ name, tokens }));
  if (json) process.stdout.write(`${JSON.stringify({ tools: counted, findings })}\n`);
  else {
    const screen = new PlainScreen(process.stdout, process.env);
    for (const { tool, message } of findings) screen.line(printable(`${tool} ${message}`));
    screen.line(`${count(tools.length, "tool")}, ${count(findings.length, "finding")}.`);
  }
  return findings.length === 0 ? EXIT.ok : EXIT.failed;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
