import type { Json, JsonObject } from "@toolwright/core";
import { cutStart, isJsonObject } from "@toolwright/core/internal";
import { headersProblem } from "../calls/parameter-headers.ts";
import type { Definition } from "./definition.ts";
import { markOf } from "./mark-of.ts";
import { schemaProblem } from "./schema-problem.ts";
import { toolName } from "./tool-name.ts";
import { visibleText } from "./visible-text.ts";

/** Characters of a name that a server gives a tool. */
const MAX_TOOL = 256;
/** Characters of a description that a model is told: more is a way to fill its context. */
const MAX_DESCRIPTION = 4_096;

/** A definition that is fit to be offered, or why it is not. */
export type CheckedDefinition =
  | { readonly ok: true; readonly definition: Definition }
  | { readonly ok: false; readonly tool: string; readonly reason: string };

/** Reads one definition of a list. One that is wrong costs itself alone. */
export function checkDefinition(server: string, raw: Json): CheckedDefinition {
  if (!isJsonObject(raw)) return { ok: false, tool: "", reason: "it is not an object" };
  const { name, inputSchema, outputSchema } = raw;
  const tool = typeof name === "string" ? cutStart(name, 200) : "";
  const aside = (reason: string): CheckedDefinition => ({ ok: false, tool, reason });
  if (typeof name !== "string" || name === "") return aside("it has no name");
  if (name.length > MAX_TOOL) return aside(`its name has more than ${MAX_TOOL} characters`);
  if (!isJsonObject(inputSchema)) return aside("it has no input schema");
  if (inputSchema.type !== "object") return aside('its input schema is not of the type "object"');
  if (outputSchema !== undefined && !isJsonObject(outputSchema)) return aside("its output schema is not an object");
  const input = schemaProblem(inputSchema) ?? headersProblem(inputSchema);
  if (input !== undefined) return aside(`its input schema ${input}`);
  const output = outputSchema === undefined ? undefined : schemaProblem(outputSchema);
  if (output !== undefined) return aside(`its output schema ${output}`);
  return { ok: true, definition: definitionOf({ server, name, raw, inputSchema, outputSchema }) };
}

interface Given {
  readonly server: string;
  readonly name: string;
  readonly raw: JsonObject;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject | undefined;
}

function definitionOf({ server, name, raw, inputSchema, outputSchema }: Given): Definition {
  const hints = isJsonObject(raw.annotations) ? raw.annotations : {};
  return {
    server,
    tool: name,
    name: toolName(server, name),
    description: described(raw),
    inputSchema,
    outputSchema,
    repeatable: hints.readOnlyHint === true || hints.idempotentHint === true,
    raw,
    mark: markOf(raw),
  };
}

function described({ description, title, name }: JsonObject): string {
  const given = [description, title, name].find((text) => typeof text === "string" && text.trim() !== "");
  return visibleText(String(given), MAX_DESCRIPTION);
}
