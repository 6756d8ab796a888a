import type { Tool } from "@toolwright/core";
import type { ToolCatalog } from "@toolwright/core/tool-search";
import { declareTools } from "./declarations/declare-tools.ts";
import { FINDER_NAMES } from "./declarations/finders.ts";
import { toolsInside } from "./declarations/tools-inside.ts";
import { finderTools } from "./search/finder-tools.ts";
import { type NamedTool, toolsGiven, underOwnName } from "./tools-given.ts";

/** What programs can call, and what a model is told of it. */
export interface ProgramTools {
  /** Under each name that a program may call them by. */
  readonly byName: ReadonlyMap<string, Tool>;
  /** The tools, and those that find others where not all are declared. */
  readonly callable: readonly Tool[];
  /** The declarations. */
  readonly text: string;
}

export interface ProgramToolsOptions {
  /** The name of the tool that runs programs. */
  readonly own: string;
  /** Tokens for declarations. */
  readonly budget: number;
  /** Others may be among them later: a program can look for them in any case. */
  readonly mayGrow: boolean;
}

/** Throws a `TypeError` where two tools have one name in programs, and for one named as the tool that runs them. */
export function programTools(given: readonly NamedTool[], options: ProgramToolsOptions): ProgramTools {
  const { own, budget, mayGrow } = options;
  if (given.some(({ name, tool }) => name === own || tool.name === own))
    throw new TypeError(
      `createCodeMode: a tool is named ${own}, as the tool that runs programs: give that another name.`,
    );
  const views = given.map(underItsName);
  if (FINDER_NAMES.some((name) => name === own))
    throw new TypeError(`createCodeMode: ${own} is a tool by which programs find others: give the tool another name.`);
  const { names, text, whole } = declareTools(views, { budget, mayGrow });
  const finders = whole.length === views.length && !mayGrow ? [] : finderTools({ tools: views, whole });
  const tools = new Map([...given.map(({ name, tool }) => [name, tool] as const), ...finders.map(byName)]);
  const written = [...names].flatMap(([name, toolName]) => {
    const tool = tools.get(toolName);
    return tool === undefined ? [] : [[name, tool] as const];
  });
  return { byName: new Map(written), callable: [...tools.values()], text };
}

const byName = (tool: Tool) => [tool.name, tool] as const;

/** For declarations and search, which know a tool by the name that programs know. It is never called. */
export function underItsName({ name, tool }: NamedTool): Tool {
  return tool.name === name ? tool : { ...tool, name };
}

/**
 * The tools of a catalog as they are when a program begins, put together again where that has changed. Of two that have
 * one name in programs by then it has the earlier one.
 */
export function latestOf(catalog: ToolCatalog, options: ProgramToolsOptions): () => ReadonlyMap<string, Tool> {
  let given: readonly NamedTool[] = [];
  let made: ProgramTools | undefined;
  return () => {
    const now = toolsGiven(catalog);
    const isSame = now.length === given.length && now.every(({ tool }, index) => tool === given[index]?.tool);
    if (made === undefined || !isSame) {
      const { inside } = toolsInside(now.map(({ tool }) => tool));
      made = programTools(inside.filter(({ name }) => name !== options.own).map(underOwnName), options);
    }
    given = now;
    return made.byName;
  };
}
