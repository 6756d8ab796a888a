import { type DefineToolOptions, defineTool, type Tool, type ToolContext } from "@toolwright/core";
import { failure } from "@toolwright/core/internal";
import type { ProgramSurroundings } from "./program/program.ts";
import { runProgram } from "./program/run-program.ts";
import { readSource } from "./source/read-source.ts";

interface CodeInput {
  readonly code: string;
}

/** Hooks, and what else may stand around a tool without changing what it does. */
export type ToolAround = Partial<
  Omit<DefineToolOptions<unknown, unknown>, "name" | "description" | "input" | "execute" | "subTools" | "replays">
>;

interface Callable {
  readonly description: string;
  readonly tools: readonly Tool[];
  /** Whether other tools may be among them later. */
  readonly mayChange: boolean;
  readonly around: ToolAround;
}

/** The tool that takes a program. */
export function codeTool(surroundings: ProgramSurroundings, callable: Callable): Tool {
  const { description, tools, mayChange, around } = callable;
  const isOfReads = !mayChange && tools.every(isRead);
  return defineTool<CodeInput, unknown>({
    name: surroundings.name,
    description,
    input: {
      type: "object",
      properties: { code: { type: "string", minLength: 1, description: "the program" } },
      required: ["code"],
      additionalProperties: false,
    },
    aliases: { code: ["source", "program", "script", "javascript", "input"] },
    // It has no power of its own. A program of reads shares its time with others; any other is alone in its step.
    effects: { kind: isOfReads ? "read" : "external", volatile: mayChange || tools.some(isVolatile), onlyCalls: true },
    // Every call in it has passed the list of its own tool.
    allowlist: "all",
    streamsOutput: true,
    ...around,
    subTools: tools,
    replays: true,
    execute: async ({ code }, context: ToolContext) => {
      await surroundings.executor.prepare?.();
      const read = await readSource(code);
      if (read.ok) return runProgram(read, surroundings, context);
      // Its message quotes a part of a line, in which half of a secret would not be known as one.
      const clean = await readSource(context.scrubber.text(code));
      const message = clean.ok ? "The code is no JavaScript program." : clean.message;
      return failure({ code: "execution_failed", reason: "program_invalid", message });
    },
  });
}

const isRead = ({ effects }: Tool) => effects.kind === "read";
const isVolatile = ({ effects }: Tool) => effects.kind !== "read" || effects.volatile === true;
