import { NOT_LOADED } from "../../tool/lazy.ts";
import type { Checked } from "./compiled-schema.ts";

/** When the check itself failed. Its error could quote the value, so none is shown but that of a file that is lost. */
export function uncheckable(error?: unknown): Checked {
  if (error instanceof Error && error.message === NOT_LOADED)
    return { ok: false, issues: [{ path: "", message: NOT_LOADED }], isLost: true };
  return { ok: false, issues: [{ path: "", message: "could not be checked against its schema" }] };
}
