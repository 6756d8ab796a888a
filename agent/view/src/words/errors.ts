import type { LlmErrorCode } from "@toolwright/core";
import { inLanguage } from "./in-language.ts";

/** Why a run failed, for people who must not read what a provider said. */
export const errorTexts = inLanguage<Record<LlmErrorCode, string>>("errors", {
  http: "The model's server refused the request.",
  connection: "The model could not be reached.",
  timeout: "The model took too long to answer.",
  aborted: "The answer was stopped.",
  incomplete_stream: "The model's answer broke off.",
  invalid_stream: "The model's answer could not be read.",
  ambiguous_tool_calls: "The model's answer could not be read.",
  invalid_output: "The model's answer is not in the form that was asked for.",
  script_exhausted: "The script of the model has ended.",
  tape_miss: "The tape of the model has no answer to this.",
  // The run may go on, here or on another server.
  journal_failed:
    "How this run ends is not known here: the conversation could not be stored, or the server has ended. Load it again.",
  nothing_to_resume: "There is nothing to resume.",
  invalid_options: "The agent is set up wrongly and cannot run.",
  internal: "The answer could not be finished.",
});
