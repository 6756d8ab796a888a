import { refuse, type Settlement } from "./settlement.ts";

/** The refusal of a call whose run was stopped before it could start. */
export function stopped(): Settlement {
  return refuse({ code: "skipped", message: "The run was stopped before this call ran." });
}
