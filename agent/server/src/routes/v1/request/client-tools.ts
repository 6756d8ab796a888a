import { defineTool, type JsonSchema, type Policy, type Tool, type ToolLoopConfig, toolResult } from "@toolwright/core";
import { toolsOf } from "@toolwright/core/internal";

/** A tool that the client runs itself, as its request describes it. */
export interface ClientTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/** What the model reads of such a call while its answer is still to come. */
export const HANDED_OUT = "[This call is run by the client; what it says follows.]";

/**
 * The tools of a client: a call that fits its schema ends the run, and the client answers it with its next request. One
 * sentence where a tool cannot be taken.
 */
export function clientTools(
  given: readonly ClientTool[],
  serverTools: readonly Pick<Tool, "name">[] = [],
): readonly Tool[] | string {
  const taken = new Set<string>();
  const tools: Tool[] = [];
  for (const tool of given) {
    const name = JSON.stringify(tool.name.slice(0, 100));
    if (serverTools.some((own) => own.name === tool.name)) return `${name} ${TAKEN}`;
    if (taken.has(tool.name)) return `Two tools have the name ${name}.`;
    taken.add(tool.name);
    const made = makeTool(tool);
    if (typeof made === "string") return `The tool ${name} cannot be offered: ${made}`;
    tools.push(made);
  }
  return tools;
}

const TAKEN = "is the name of a tool of this server; give yours another name.";

function makeTool({ name, description, parameters }: ClientTool): Tool | string {
  try {
    return defineTool({
      name,
      description,
      // Clients write a tool that takes nothing as `{}`.
      input: { type: "object", ...parameters },
      allowlist: "all",
      effects: { kind: "read", volatile: true },
      execute: () => ({ ...toolResult(HANDED_OUT), endsRun: true }),
    });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A configuration that also offers the tools of a client. Throws where one has the name of a tool of this server. */
export function withClientTools(config: ToolLoopConfig, tools: readonly Tool[]): ToolLoopConfig {
  if (tools.length === 0) return config;
  const own = toolsOf(config.tools);
  const names = new Set(tools.map(({ name }) => name));
  const double = own.find(({ name }) => names.has(name));
  if (double !== undefined) throw new TypeError(`${JSON.stringify(double.name)} ${TAKEN}`);
  const { policy, prepareStep } = config;
  return {
    ...config,
    tools: [...own, ...tools],
    ...(policy && { policy: besides(policy, names) }),
    ...(prepareStep && {
      prepareStep: async (step) => {
        const change = await prepareStep(step);
        return change?.tools === undefined ? change : { ...change, tools: [...change.tools, ...tools] };
      },
    }),
  };
}

/** Nothing is run here for a call that is handed out: there is nothing to judge. */
function besides(policy: Policy, names: ReadonlySet<string>): Policy {
  return {
    ...(policy.provides && { provides: policy.provides }),
    offers: (tool) => names.has(tool.name) || (policy.offers?.(tool) ?? true),
    decide: (tool, args) => (names.has(tool.name) ? { verdict: "allow" } : policy.decide(tool, args)),
  };
}
