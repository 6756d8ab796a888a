import { createHash } from "node:crypto";
import { canonicalJson, type JsonObject } from "@toolwright/core";

/** A mark of all that a server says of a tool, in whatever order: what differs in anything has another one. */
export function markOf(raw: JsonObject): string {
  return createHash("sha256").update(canonicalJson(raw)).digest("hex");
}
