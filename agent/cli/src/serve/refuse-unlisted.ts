import { ToolRunner } from "@toolwright/core";
import type { Foundation } from "../setup/prepare.ts";
import { messageOf } from "../text/message-of.ts";
import { UsageError } from "../usage-error.ts";

/** Throws a `UsageError` for tools without an allowlist: better said at the start than in every run. */
export function refuseUnlisted({ agent }: Foundation): void {
  try {
    new ToolRunner({ registry: agent.tools, redaction: "required" });
  } catch (thrown) {
    throw new UsageError(`${messageOf(thrown)} Give each an allowlist, or "all".`);
  }
}
