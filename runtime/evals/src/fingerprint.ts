import { createHash } from "node:crypto";
import type { EvalTask } from "./task.ts";

/** Of what a task asks; what is expected of it may change, and is judged again under another name of its scorer. */
export function fingerprintOf({ input }: EvalTask): string {
  return createHash("sha256").update(JSON.stringify(input)).digest("hex").slice(0, 16);
}
