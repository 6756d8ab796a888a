import type { Json, JsonObject, LlmWarning, ProviderCall } from "@toolwright/core";
import { isJsonObject, jsonIn, present } from "@toolwright/core/internal";
import { fieldOf, pickFields, textOf } from "../openai-compatible/wire/json-field.ts";

/** The type of the tool by which a response may hold programs, and the name by which people know one. */
export const HOSTED_PROGRAM = "programmatic_tool_calling";

/** The calls of one response that its server ran itself. */
export class HostedItems {
  readonly #calls = new Map<string, ProviderCall>();
  readonly #warnings: LlmWarning[] = [];

  /** Takes note of an item that is no call of ours. */
  add(item: Json): void {
    const type = textOf(item, "type");
    if (type === "program") this.#beginProgram(item);
    else if (type === "program_output") this.#endProgram(item);
    else if (type === "mcp_approval_request") this.#warnings.push(waiting(textOf(item, "name")));
    else if (type.endsWith("_call_output")) this.#end(item);
    else if (type.endsWith("_call")) this.#begin(item, type.slice(0, -"_call".length));
  }

  /** Each is undefined where there are none. */
  get told(): {
    readonly calls: readonly ProviderCall[] | undefined;
    readonly warnings: readonly LlmWarning[] | undefined;
  } {
    const calls = [...this.#calls.values()];
    const warnings = this.#warnings;
    return { calls: calls.length > 0 ? calls : undefined, warnings: warnings.length > 0 ? warnings : undefined };
  }

  /** It waits for the calls that it makes, which this answer or a later one has. */
  #beginProgram(item: Json): void {
    const id = textOf(item, "call_id");
    this.#calls.set(id, { id, name: HOSTED_PROGRAM, arguments: pickFields(item, ["code"]), program: "begun" });
  }

  #endProgram(item: Json): void {
    const id = textOf(item, "call_id");
    const { program: _open, ...begun } = this.#calls.get(id) ?? { id, name: HOSTED_PROGRAM, arguments: {} };
    const came = { result: fieldOf(item, "result") ?? "", isError: textOf(item, "status") === "incomplete" };
    this.#calls.set(id, { ...begun, ...came, ...(this.#calls.has(id) ? {} : { program: "ended" }) });
  }

  #begin(item: Json, kind: string): void {
    const id = textOf(item, "call_id") || textOf(item, "id");
    const { result, isError } = resultOf(item);
    const call = { id, name: textOf(item, "name") || kind, arguments: argumentsOf(item), isError };
    this.#calls.set(id, { ...call, ...present({ result }) });
  }

  #end(item: Json): void {
    const id = textOf(item, "call_id");
    const call = this.#calls.get(id);
    if (call !== undefined) this.#calls.set(id, { ...call, result: pickFields(item, ["output"]) });
  }
}

function argumentsOf(item: Json): JsonObject {
  const given = textOf(item, "arguments");
  if (given !== "") {
    const read = jsonIn(given);
    return isJsonObject(read) ? read : { arguments: given };
  }
  const action = fieldOf(item, "action");
  return isJsonObject(action) ? action : pickFields(item, ["code", "queries", "operation"]);
}

/** The picture that a server drew is left out: it would be a text of megabytes. */
function resultOf(item: Json): { readonly result?: Json; readonly isError: boolean } {
  const error = fieldOf(item, "error") ?? null;
  const isError = error !== null || textOf(item, "status") === "failed";
  if (error !== null) return { result: error, isError };
  const output = fieldOf(item, "output") ?? null;
  if (output !== null) return { result: output, isError };
  const known = pickFields(item, ["outputs", "results"]);
  return { result: Object.keys(known).length > 0 ? known : pickFields(item, ["status"]), isError };
}

function waiting(name: string): LlmWarning {
  const message = `The provider did not run ${name || "a tool"}: it waits for a yes that cannot be given here. Tell it to ask for none, or leave the tool out.`;
  return { code: "provider_approval", message };
}
