import type { Tool } from "@toolwright/core";
import { isFields } from "@toolwright/core/internal";
import { commentText } from "./comment-text.ts";
import { letThrough } from "./let-through.ts";
import { identifierOf } from "./program-names.ts";
import { writeSchema } from "./write-schema.ts";

export interface DeclaredTool {
  /** As a program writes it: `tools.IDENTIFIER`. */
  readonly identifier: string;
  /** The types that recur in it, each a whole statement. */
  readonly types: readonly string[];
  /** The line of the tool in `declare const tools: { … }`. */
  readonly call: string;
  /** The same, behind a line with the description. */
  readonly member: string;
  /** Characters of all of it. */
  readonly length: number;
}

/** Writes one tool as TypeScript. */
export function declareTool(tool: Tool, { asks = false }: { readonly asks?: boolean } = {}): DeclaredTool {
  const identifier = identifierOf(tool.name);
  const input = writeSchema(tool.definition.parameters, { prefix: `${identifier}_`, rootName: "Args" });
  const output = writeSchema(letThrough(tool.spec), { prefix: `${identifier}_`, rootName: "Result", besides: input });
  const args = `args${takesNothing(tool.definition.parameters) ? "?" : ""}: ${input.text}`;
  // In a type `new(…)` is what a class is made with.
  const name = identifier === "new" ? `"new"` : identifier;
  // Of a tool that says nothing of its output the rules tell: a word at each of them would cost a tenth of the text.
  const result = output.text === "unknown" ? "" : `: Promise<${output.text}>`;
  const call = `${name}(${args})${result};${asks ? "   // asks a person" : ""}`;
  const description = commentText(tool.description);
  const member = description === "" ? call : `/** ${description} */\n${call}`;
  const types = [...input.types, ...output.types];
  return { identifier, types, call, member, length: [...types, member].join("\n").length };
}

/** Whether the tool may be called without arguments. */
function takesNothing(schema: unknown): boolean {
  if (!isFields(schema) || schema.type !== "object") return false;
  const { required, anyOf, oneOf, allOf, $ref, minProperties } = schema;
  const demands = [anyOf, oneOf, allOf, $ref, minProperties].some((keyword) => keyword !== undefined);
  return !demands && !(Array.isArray(required) && required.length > 0);
}
