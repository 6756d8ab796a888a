import { readFile, writeFile } from "node:fs/promises";
import { type Tool, toolToSchema } from "@toolwright/core";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { fixSource } from "../check/fix-source.ts";
import { findingsOf, type ToolFinding } from "../check/tool-findings.ts";
import { EXIT } from "../exit-code.ts";
import type { CheckFlags } from "../flags.ts";
import { importTools } from "../setup/import-tools.ts";
import { PlainScreen } from "../terminal/plain-screen.ts";
import { printable } from "../text/printable.ts";

/** `toolwright check`: what a model will stumble on in the tools of a module. Nothing is run but the module. */
export async function check(file: string, { json, strict, fix }: CheckFlags): Promise<number> {
  const tools = (await importTools(file, "check")).map((tool) => {
    return { tool, strict, tokens: countTokens(JSON.stringify(toolToSchema(tool))) };
  });
  const found = findingsOf(tools);
  const fixed =
    fix === true
      ? await fixFile(
          file,
          found,
          tools.map(({ tool }) => tool),
        )
      : [];
  const findings = found.filter((finding) => !fixed.includes(finding));
  if (json) {
    const counted = tools.map(({ tool: { name }, tokens }) => ({ name, tokens }));
    process.stdout.write(`${JSON.stringify({ tools: counted, ...(fix && { fixed }), findings })}\n`);
  } else {
    const screen = new PlainScreen(process.stdout, process.env);
    for (const { tool, better = "" } of fixed) screen.line(printable(`${tool} is described now as: ${better}`));
    for (const { tool, message } of findings) screen.line(printable(`${tool} ${message}`));
    const counts = [
      count(tools.length, "tool"),
      ...(fix ? [`${fixed.length} fixed`] : []),
      count(findings.length, "finding"),
    ];
    const sizes = tools.map(({ tool: { name }, tokens }) => `${name} ${tokens}`);
    if (sizes.length > 0) screen.line(printable(`Tokens in every request: ${sizes.join(", ")}.`));
    screen.line(`${counts.join(", ")}.`);
  }
  return findings.length === 0 ? EXIT.ok : EXIT.failed;
}

/** Writes what only has to be left out into the file, where it stands there once. Returns the findings that ended. */
async function fixFile(
  file: string,
  found: readonly ToolFinding[],
  tools: readonly Tool[],
): Promise<readonly ToolFinding[]> {
  const mechanical = found.flatMap((finding) => {
    const from = tools.find(({ name }) => name === finding.tool)?.description;
    return from === undefined || finding.better === undefined ? [] : [{ finding, from, to: finding.better }];
  });
  if (mechanical.length === 0) return [];
  const { source, fixed } = fixSource(await readFile(file, "utf8"), mechanical);
  if (fixed.length > 0) await writeFile(file, source);
  return fixed.map(({ finding }) => finding);
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
