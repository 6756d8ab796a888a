import type { Json } from "@toolwright/core";
import { isFields, isJsonObject } from "@toolwright/core/internal";
import { headersProblem, parameterHeaders } from "../../calls/parameter-headers.ts";
import type { Shared } from "../shared.ts";
import { refusal } from "./guard.ts";

/** The code of JSON-RPC for headers that say something else than the body. */
const HEADER_MISMATCH = -32_020;

/**
 * What answers a call of 2026-07-28 whose `Mcp-Param-*` headers are not what stands in its arguments: who routes by them, or refuses,
 * would have judged another call. Undefined where they agree, and for a tool that wants none.
 */
export function checkParameterHeaders(request: Request, body: unknown, { registry }: Shared): Response | undefined {
  if (!isFields(body) || body.method !== "tools/call" || !isFields(body.params)) return undefined;
  const { name, arguments: args } = body.params;
  const schema: unknown = typeof name === "string" ? registry.get(name)?.definition.parameters : undefined;
  if (!isJsonObject(schema) || !isJsonObject(args) || headersProblem(schema) !== undefined) return undefined;
  for (const [header, expected] of Object.entries(parameterHeaders(schema, args))) {
    const given = request.headers.get(header);
    if (given !== null && isSame(given, expected)) continue;
    const problem = given === null ? "is missing" : "is not what stands in the arguments";
    return refusal(400, `The header ${header} ${problem}.`, { code: HEADER_MISMATCH, id: idOf(body.id) });
  }
  return undefined;
}

/** Numbers may be written in more than one way, and any text in base64. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [decoded(given), decoded(expected)];
  if (one === other) return true;
  return /^-?\d+(\.0+)?$/.test(one ?? "") && /^-?\d+$/.test(other ?? "") && Number(one) === Number(other);
}

function decoded(text: string): string | undefined {
  const [, base64] = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(text) ?? [];
  if (base64 === undefined) return text;
  const bytes = Buffer.from(base64, "base64");
  return bytes.toString("base64") === base64 ? bytes.toString("utf8") : undefined;
}

function idOf(id: unknown): Json {
  return typeof id === "string" || typeof id === "number" ? id : null;
}
