import { createHash } from "node:crypto";
import {
  defineTool,
  type JsonSchema,
  type Middleware,
  type Policy,
  type PrepareStep,
  type Tool,
  type ToolLoopConfig,
  toolResult,
} from "@toolwright/core";
import { toolsOf } from "@toolwright/core/internal";

/** A tool that the client runs itself, as its request describes it. */
export interface ClientTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/** What the model reads of such a call while its answer is still to come. */
const HANDED_OUT = "[This call is run by the client; what it says follows.]";

/**
 * The tools of a client: a call that fits its schema ends the run, and the client answers it with its next request. One
 * sentence where a tool cannot be taken.
 */
export function clientTools(given: readonly ClientTool[]): readonly Tool[] | string {
  const taken = new Set<string>();
  const tools: Tool[] = [];
  for (const tool of given) {
    const name = JSON.stringify(tool.name.slice(0, 100));
    if (taken.has(tool.name)) return `Two tools have the name ${name}.`;
    taken.add(tool.name);
    const known = keptTool(tool);
    if (typeof known === "string") return `The tool ${name} cannot be offered: ${known}`;
    tools.push(known);
  }
  return tools;
}

/** Tools of clients that were used last, by what describes them: a client sends the same ones with each request. */
const kept = new Map<string, Tool>();
const MOST_KEPT = 500;
/** Characters of the description of one that is kept: all together take no more than a few megabytes. */
const MOST_CHARACTERS = 20_000;

function keptTool(tool: ClientTool): Tool | string {
  const described = JSON.stringify([tool.name, tool.description, tool.parameters]);
  if (described.length > MOST_CHARACTERS) return makeTool(tool);
  const key = createHash("sha256").update(described).digest("base64");
  const made = kept.get(key) ?? makeTool(tool);
  if (typeof made === "string") return made;
  kept.delete(key);
  kept.set(key, made);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return made;
}

/** Whoever judges a call goes by this, never by a name: a tool of this server may have the same one. */
const ofClients = new WeakSet<Tool>();

function makeTool({ name, description, parameters }: ClientTool): Tool | string {
  try {
    const tool = defineTool({
      name,
      description,
      // Clients write a tool that takes nothing as `{}`.
      input: { type: "object", ...parameters },
      allowlist: "all",
      effects: { kind: "read", volatile: true },
      execute: () => ({ ...toolResult(HANDED_OUT), endsRun: true }),
    });
    ofClients.add(tool);
    return tool;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A configuration that also offers the tools of a client, each in the place of one of the same name. */
export function withClientTools(config: ToolLoopConfig, tools: readonly Tool[]): ToolLoopConfig {
  if (tools.length === 0) return config;
  const { policy, prepareStep, use } = config;
  return {
    ...config,
    tools: beside(toolsOf(config.tools), tools),
    ...(policy && { policy: policyBeside(policy) }),
    ...(prepareStep && { prepareStep: stepBeside(prepareStep, tools) }),
    ...(use && { use: use.map(onlyOwn) }),
  };
}

function beside(own: readonly Tool[], tools: readonly Tool[]): readonly Tool[] {
  const names = new Set(tools.map(({ name }) => name));
  return [...own.filter(({ name }) => !names.has(name)), ...tools];
}

/** Nothing is run here for a call that is handed out: there is nothing to judge. */
function policyBeside(policy: Policy): Policy {
  return {
    ...(policy.provides && { provides: policy.provides }),
    offers: (tool) => ofClients.has(tool) || (policy.offers?.(tool) ?? true),
    decide: (tool, args, about) => (ofClients.has(tool) ? { verdict: "allow" } : policy.decide(tool, args, about)),
  };
}

function stepBeside(prepareStep: PrepareStep, tools: readonly Tool[]): PrepareStep {
  return async (step) => {
    const change = await prepareStep(step);
    return change?.tools === undefined ? change : { ...change, tools: beside(toolsOf(change.tools), tools) };
  };
}

function onlyOwn(middleware: Middleware): Middleware {
  return (call, next) => (ofClients.has(call.tool) ? next() : middleware(call, next));
}
