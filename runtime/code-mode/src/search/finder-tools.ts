import { defineTool, type JsonSchema, type Tool, ToolError } from "@toolwright/core";
import { cutWithEllipsis, nearestName } from "@toolwright/core/internal";
import { ToolCatalog } from "@toolwright/core/tool-search";
import { declareTool } from "../declarations/declare-tool.ts";
import { FINDER_NAMES } from "../declarations/finders.ts";
import { identifierOf } from "../declarations/program-names.ts";

export interface FinderToolsOptions {
  /** All that a program can call. */
  readonly tools: readonly Tool[];
  /** The names of the tools that the model was told of: they are not searched. */
  readonly whole: readonly string[];
}

/** How many tools one search finds. */
const MOST_FOUND = 5;
/** Characters: the whole description is there when the tool is described. */
const MAX_LINE = 200;

/** What a program is told of a tool. */
interface FoundTool {
  /** As the program writes it. */
  readonly name: string;
  readonly description: string;
  /** The types that it needs, and its line in `tools`. */
  readonly declaration: string;
}

/**
 * `search_tools` and `describe_tool`, by which a program learns of tools that were not declared to the model. They are
 * ordinary reads: what they said is in the journal, so a program that goes on in another process reads the same, though
 * the list of tools has changed.
 */
export function finderTools({ tools, whole }: FinderToolsOptions): readonly [search: Tool, describe: Tool] {
  const [, describeName] = FINDER_NAMES;
  const known = new Set(whole);
  const search = searching(
    tools.filter(({ name }) => !known.has(name)),
    "Tools that fit some words, best first.",
  );
  const describe = defineTool({
    name: describeName,
    description: "All of one tool that is not declared here.",
    input: textInput("name"),
    output: FOUND,
    effects: { kind: "read", volatile: true },
    allowlist: "all",
    execute: ({ name }: { name: string }) => describedTool(toolNamed(name, tools)),
  });
  return [search, describe];
}

/** The first of them alone, for a model that is told of no tool: it searches all. `runs`: the tool for programs. */
export function searchTool(tools: readonly Tool[], runs: string): Tool {
  return searching(tools, `Find tools that programs of ${runs} can call, by what they do; best first.`);
}

function searching(tools: readonly Tool[], description: string): Tool {
  const catalog = new ToolCatalog(tools);
  return defineTool({
    name: FINDER_NAMES[0],
    description,
    input: textInput("query"),
    output: { type: "array", items: FOUND },
    effects: { kind: "read", volatile: true },
    allowlist: "all",
    execute: ({ query }: { query: string }) => {
      const found = catalog.findByWords(query).slice(0, MOST_FOUND);
      return found.map((tool) => ({ ...describedTool(tool), description: oneLine(tool.description) }));
    },
  });
}

const FOUND: JsonSchema = {
  type: "object",
  properties: { name: { type: "string" }, description: { type: "string" }, declaration: { type: "string" } },
  required: ["name", "description", "declaration"],
};

function textInput(key: string): JsonSchema {
  return { type: "object", properties: { [key]: { type: "string" } }, required: [key], additionalProperties: false };
}

function describedTool(tool: Tool): FoundTool {
  const { identifier, types, call } = declareTool(tool);
  return { name: identifier, description: tool.description, declaration: [...types, call].join("\n") };
}

function oneLine(text: string): string {
  const [sentence = ""] = /^.*?[.!?](?=\s|$)/.exec(text.replace(/\s+/g, " ").trim()) ?? [
    text.replace(/\s+/g, " ").trim(),
  ];
  return cutWithEllipsis(sentence, MAX_LINE);
}

/** By its own name, or as a program writes it. */
function toolNamed(name: string, tools: readonly Tool[]): Tool {
  const found = tools.find((tool) => tool.name === name || identifierOf(tool.name) === name);
  if (found !== undefined) return found;
  const nearest = nearestName(
    name,
    tools.map((tool) => identifierOf(tool.name)),
  );
  const hint = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  throw new ToolError(`There is no tool ${JSON.stringify(cutWithEllipsis(name, 64))}.${hint}`, {
    code: "user_error",
    reason: "NOT_FOUND",
    suggestion: `Find one by what it does: tools.${FINDER_NAMES[0]}({ query }).`,
  });
}
