import { type LlmToolDefinition, type Policy, type Tool, ToolRegistry } from "@toolwright/core";
import { toolsOf } from "@toolwright/core/internal";
import { EXIT } from "../exit-code.ts";
import type { ToolsFlags } from "../flags.ts";
import { loadPolicies, scopedPolicies } from "../permissions/load-policies.ts";
import { policyPlaces } from "../permissions/policy-places.ts";
import { importTools } from "../setup/import-tools.ts";
import { openWorkspace } from "../setup/open-workspace.ts";
import { withSettings } from "../setup/with-settings.ts";
import { PlainScreen } from "../terminal/plain-screen.ts";
import { printable } from "../text/printable.ts";
import { toolLines } from "../view/tool-lines.ts";

/** `toolwright tools`: what there is, for a person or as a model is told of it, or what telling it costs. */
export async function listTools(flags: ToolsFlags): Promise<number> {
  const { folderTools } = await import("@toolwright/workspace");
  const tools = flags.tools === undefined ? [] : await importTools(flags.tools);
  const registry = new ToolRegistry(folderTools({ tools, ...(flags.toolsSet && { toolsSet: flags.toolsSet }) }));
  if (flags.tokens) await showTokens(await definitionsOf(registry, flags), flags);
  else if (flags.json) process.stdout.write(`${JSON.stringify(await definitionsOf(registry, flags))}\n`);
  else show(registry.tools());
  return EXIT.ok;
}

/** What a model is told in this folder: of the tools, of the one that runs programs of them, or of both. */
async function definitionsOf(registry: ToolRegistry, flags: ToolsFlags): Promise<readonly LlmToolDefinition[]> {
  const { codeMode = false } = await withSettings(flags);
  const { offeredTools } = await import("@toolwright/workspace/internal");
  const policy = await policyHere();
  const offered = toolsOf((await offeredTools(codeMode, policy))(registry));
  return new ToolRegistry(offered.filter((tool) => policy.offers?.(tool) !== false)).getDefinitions();
}

/** A rule of this folder may forbid a tool whole: of that one no model is told. */
async function policyHere(): Promise<Policy> {
  const workspace = await openWorkspace(".");
  const policies = scopedPolicies(await loadPolicies(policyPlaces(workspace, process.env)), false);
  const { createPermissions } = await import("@toolwright/workspace");
  return createPermissions({ root: workspace.root, home: workspace.home, policies }).policy;
}

async function showTokens(definitions: readonly LlmToolDefinition[], { json }: ToolsFlags): Promise<void> {
  const { countPrompt } = await import("./count-prompt.ts");
  const counted = countPrompt(definitions);
  if (json) {
    process.stdout.write(`${JSON.stringify(counted)}\n`);
    return;
  }
  const { tools, system, total } = counted;
  const screen = new PlainScreen(process.stdout, process.env);
  const line = (tokens: number, what: string) => screen.line(`${String(tokens).padStart(6)}  ${printable(what)}`);
  for (const { name, tokens } of tools) line(tokens, name);
  line(system, "(system text)");
  line(total, "in all, with every request");
  screen.line();
  screen.line(screen.styles.dim("Counted with o200k_base; other models cut texts a little differently."));
}

function show(tools: readonly Tool[]): void {
  const screen = new PlainScreen(process.stdout, process.env);
  for (const line of toolLines(tools, screen)) screen.line(line);
  screen.line();
  screen.line(
    screen.styles.dim(
      "Reads and harmless commands run at once; the rest asks first. `tools --json` prints the schemas.",
    ),
  );
}
