import type { FailureDetails } from "../../result/failure.ts";
import type { CallEnv } from "../call-env.ts";
import { thrownMessage } from "./thrown-message.ts";

/** What is said of a function of the tool's, or of a middleware, that threw around `execute`. Logs it. */
export function hookFailed(name: string, thrown: unknown, { core, toolCallId }: CallEnv): FailureDetails {
  core.logger.error(`${name} failed`, { toolCallId, error: thrown });
  return { code: "hook_failed", message: `${name} failed: ${thrownMessage(thrown, core)}`, cause: thrown };
}
