import { turn } from "../async/turn.ts";
import { copyLong } from "../json/copy-long.ts";
import type { Json } from "../json/json.ts";
import { jsonPieces } from "../json/json-pieces.ts";
import type { Uncopied } from "../json/to-json.ts";
import { copyLongResult } from "../result/copy-long-result.ts";
import { isParts, isToolResult } from "../result/is-tool-result.ts";
import type { ToolOutput } from "../result/output.ts";
import type { Part } from "../result/part.ts";
import { plainResult } from "../result/plain-result.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { scrubLong } from "../secrets/scrub-long.ts";
import type { Scrubber } from "../secrets/scrubber.ts";
import { utf8Length } from "../text/utf8-length.ts";

/** How many bytes of UTF-8 one UTF-16 unit of a text takes, at most. */
const MOST_PER_UNIT = 3;

/** An output that is long, or may be too large. Others have their turn while it is looked through. */
export class LongOutput {
  /** The JSON of the value, as it was written to be measured. */
  #written: { readonly value: Json; readonly pieces: readonly string[] } | undefined;

  /** A snapshot of what a tool returned; what is changed meanwhile may be in it as it was before or after. */
  async serialise(value: unknown, maxBytes: number): Promise<ToolResult | Uncopied> {
    const result = await copied(value, maxBytes);
    if ("problem" in result) return result;
    const { output } = result;
    if (output.type === "text" && output.text.length * MOST_PER_UNIT <= maxBytes && !output.forModel) return result;
    const atLeast = await this.#sizeOf(output);
    return atLeast <= maxBytes ? result : { ok: false, problem: "", what: "", path: [], atLeast };
  }

  /** What `scrubResult` gives. */
  scrub(result: ToolResult, scrubber: Scrubber): Promise<ToolResult> {
    const { output } = result;
    const isWritten = output.type === "json" && output.value === this.#written?.value;
    return scrubLong(result, scrubber, isWritten ? this.#written?.pieces : undefined);
  }

  async #sizeOf(output: ToolOutput): Promise<number> {
    if (output.type === "parts") return partsSize(output.parts);
    const own = output.type === "json" ? await this.#sizeOfJson(output.value) : utf8Length(output.text);
    return own + partsSize(output.forModel ?? []);
  }

  async #sizeOfJson(value: Json): Promise<number> {
    const pieces: string[] = [];
    let size = 0;
    for (const piece of jsonPieces(value)) {
      pieces.push(piece);
      size += utf8Length(piece);
      await turn();
    }
    this.#written = { value, pieces };
    return size;
  }
}

function partsSize(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + utf8Length(part.type === "text" ? part.text : (part.data ?? "")), 0);
}

async function copied(value: unknown, maxBytes: number): Promise<ToolResult | Uncopied> {
  if (typeof value === "string") return plainResult({ type: "text", text: value.toWellFormed() });
  const result = isParts(value) ? plainResult({ type: "parts", parts: value }) : value;
  if (isToolResult(result)) return copyLongResult(result, maxBytes);
  const json = await copyLong(value, maxBytes);
  return json.ok ? plainResult({ type: "json", value: json.value }) : json;
}
