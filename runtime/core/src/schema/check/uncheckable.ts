import type { Checked } from "./compiled-schema.ts";

/** When the check itself failed. Its error could quote the value, so it is not shown. */
export function uncheckable(): Checked {
  return { ok: false, issues: [{ path: "", message: "could not be checked against its schema" }] };
}
