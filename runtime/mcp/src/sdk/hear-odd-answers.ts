import type { Transport } from "@modelcontextprotocol/client";
import { isJsonObject } from "@toolwright/core/internal";
import { hearFirst } from "../transport/hear-first.ts";

/** Of an error that stands in for an answer which is none; no server is to use it. */
export const ODD_ANSWER = -31_999;

/** Makes an error of an answer that is none: the SDK passes it over, and the request would wait out its time. */
export function hearOddAnswers(transport: Transport): void {
  hearFirst(transport, (message) => {
    if ("method" in message || !("id" in message) || message.id === undefined) return message;
    const [result, error] = [Reflect.get(message, "result"), Reflect.get(message, "error")];
    if (isJsonObject(result) ? error === undefined : isJsonObject(error)) return message;
    const { id } = message;
    return { jsonrpc: "2.0", id, error: { code: ODD_ANSWER, message: "it is neither a result nor an error" } };
  });
}
