import {
  aBoolean,
  aFunction,
  aListOfSecrets,
  aModelPort,
  anArray,
  anObject,
  aText,
  checkOptions,
  either,
  milliseconds,
  oneOf,
  withFunctions,
} from "@toolwright/core/internal";
import { checkReviewOptions } from "../reviewer/with-reviewer.ts";
import type { FolderAgentOptions } from "./folder-agent.ts";

/** Throws a `TypeError` for an option that does not exist or cannot be: a misspelt denial must not be none. */
export function checkFolderAgentOptions(options: FolderAgentOptions): void {
  checkOptions<FolderAgentOptions>(options, {
    of: "createFolderAgent",
    rules: {
      root: aText,
      home: aText,
      stateDirectory: aText,
      environment: anObject,
      passEnvironment: anArray,
      killGraceMs: milliseconds,
      model: aModelPort,
      approver: withFunctions("an approver: { approve(request) { … } }", "approve"),
      sandbox: either(oneOf("off", "read-only", "workspace-write"), anObject, aFunction),
      undo: oneOf(true, false, "commands", "edits"),
      subAgents: aBoolean,
      projectInstructions: aBoolean,
      skills: aBoolean,
      codeMode: oneOf(true, false, "only"),
      compaction: either(oneOf(true, false), anObject),
      agentSteps: aFunction,
      tools: anArray,
      toolsSet: oneOf("all", "small"),
      standardTools: anObject,
      secrets: aListOfSecrets,
      logger: withFunctions("a logger: { warn(message), error(message) }", "warn", "error"),
      policies: either(anObject, anArray),
      mode: oneOf("default", "plan", "accept-edits", "deny-asks"),
      review: anObject,
      decideBy: aFunction,
    },
    needed: ["root"],
  });
  if (options.review === undefined) return;
  checkReviewOptions("review of createFolderAgent", options.review);
  if (options.decideBy !== undefined)
    throw new TypeError("createFolderAgent: review goes by the judge of calls, which decideBy stands in for.");
}
