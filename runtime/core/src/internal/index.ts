// What the packages of this repository share. No promise of stability: a program outside must not import it.

export { AGENT_LIMITS, type AgentLimits, type AgentReport, runAgent } from "../agents/run-agent.ts";
export { strictest } from "../agents/strictest-policy.ts";
export { untilAborted } from "../async/abort.ts";
export { keepAlive, MAX_TIMER_MS } from "../async/alarm.ts";
export { createAsyncStorage } from "../async/async-storage.ts";
export { DeltaQueue } from "../async/delta-queue.ts";
export { lateSignal } from "../async/late-signal.ts";
export { type LinkedSignal, linkedSignal } from "../async/linked-signal.ts";
export type { MaybePromise } from "../async/maybe-promise.ts";
export { isFlatResult } from "../class-tools/flat-result.ts";
export { onRecordedReads } from "../class-tools/recorded-reads.ts";
export type { CompactOptions } from "../compact/compact-conversation.ts";
export { hardCut } from "../compact/plan-cut.ts";
export { SUMMARY_TASK } from "../compact/summary-request.ts";
export type { Registrable } from "../faces/registrable.ts";
export { toolsOf } from "../faces/to-tool.ts";
export { type CallRecords, type RecordedCall, recordCall } from "../journal/recorded-call.ts";
export { HandedOver } from "../journal/stoppable-sink.ts";
export { isFields, isJsonObject } from "../json/is-json-object.ts";
export { jsonIn, objectIn } from "../json/json-in.ts";
export { present } from "../json/present.ts";
export { consoleLogger } from "../logging/console-logger.ts";
export { areSame } from "../loop/offer.ts";
export { readConfig } from "../loop/read-config.ts";
export { readMessages } from "../loop/read-messages.ts";
export { scrubMessage } from "../loop/scrub-message.ts";
export { textByModel } from "../loop/text-by-model.ts";
export { TITLE_TASK, titleByModel } from "../loop/title-by-model.ts";
export { around } from "../model/around.ts";
export { contentParts } from "../model/content-parts.ts";
export { contentText } from "../model/content-text.ts";
export { extraOptions } from "../model/extra-options.ts";
export { readable } from "../model/readable.ts";
export { plainType } from "../model/taken.ts";
export { usageSum } from "../model/usage.ts";
export {
  type CheckedOptions,
  checkArgument,
  checkOptions,
  nested,
  type OptionRules,
  shownValue,
} from "../options/check-options.ts";
export { aLogger, aModelPort, aNumber, listOf, recordOf } from "../options/composed-rules.ts";
export { onlyGiven } from "../options/only-given.ts";
export {
  aBoolean,
  aCount,
  aFunction,
  anArray,
  anObject,
  anything,
  aText,
  either,
  milliseconds,
  type OptionRule,
  oneOf,
  withFunctions,
} from "../options/option-rules.ts";
export type { CompositeForm } from "../prompt/composite-tool.ts";
export { type FailureDetails, failure } from "../result/failure.ts";
export { type FilePart, fileLine, isFilePart } from "../result/file-part.ts";
export { isToolResult } from "../result/is-tool-result.ts";
export { KeptFileReader } from "../result/kept-file.ts";
export { newOutputRef } from "../result/memory-output-cache.ts";
export { outputText } from "../result/output-text.ts";
export { plainResult, textResult } from "../result/plain-result.ts";
export { renderOutput } from "../result/render-output.ts";
export { toolMessage } from "../result/tool-message.ts";
export {
  type CallOfJournal,
  type CallsInOrder,
  callsInOrder,
  type EndedCall,
  type NextEnd,
} from "../run/calls-in-order.ts";
export { type AllowedBesides, allowedBesides, checkDecisions, contradiction, whyNotMore } from "../run/decision.ts";
export { handedOn } from "../run/handed-on.ts";
export { stepUnknown } from "../run/outcome-unknown.ts";
export { keepingOf } from "../run/output-keeping.ts";
export type { CallRecord } from "../run/runner-options.ts";
export { SCOPE } from "../run/scope-of.ts";
export type { Checked } from "../schema/check/compiled-schema.ts";
export { answerCandidates } from "../schema/decode/answer-json.ts";
export { writtenJson } from "../schema/decode/written-json.ts";
export { followReferences } from "../schema/nodes/json-pointer.ts";
export { tooManyBranches } from "../schema/nodes/too-many-branches.ts";
export type { HoldingScrubStream, ScrubStream } from "../secrets/scrubber.ts";
export { aListOfSecrets } from "../secrets/secret.ts";
export { isAnswered } from "../steer/steer-queue.ts";
export { countLines } from "../text/count-lines.ts";
export { cutToBytes } from "../text/cut-to-bytes.ts";
export { cutEnd, cutStart } from "../text/cut-units.ts";
export { cutWithEllipsis } from "../text/cut-with-ellipsis.ts";
export { editDistance } from "../text/edit-distance.ts";
export { isLoopbackHost, LOOPBACK_NAMES } from "../text/is-loopback-host.ts";
export { lastStates } from "../text/last-states.ts";
export { nearestName } from "../text/nearest-name.ts";
export { remembered } from "../text/parse-pattern.ts";
export { PatternMatcher, type Span } from "../text/pattern-matcher.ts";
export type { CharacterTest, PatternNode, PlaceTest } from "../text/pattern-node.ts";
export { compileProgram } from "../text/pattern-program.ts";
export { printableLine, printablePath } from "../text/printable-line.ts";
export { titleOf } from "../text/title-of.ts";
export { uriDecoded } from "../text/uri-decoded.ts";
export { utf8Length } from "../text/utf8-length.ts";
export { WholeCharacters } from "../text/whole-characters.ts";
export { conversationKey, isSameConversation } from "../tool/conversation.ts";
export { type Foreseen, foreseenOf } from "../tool/foreseen.ts";
export { lasting } from "../tool/lasting-tool.ts";
export { NO_DEADLINE_MS } from "../tool/no-deadline.ts";
export { resting } from "../tool/resting.ts";
export { IS_OFFERED, isOffered, RUNS_UNASKED, runsUnasked } from "../tool/runs-unasked.ts";
export { sharedOutsideRuns } from "../tool/shared-outside-runs.ts";
export { STEP, type Step, stepOf } from "../tool/step-of.ts";
export type { ArgumentsText, ToolRecord } from "../tool/tool.ts";
export { originOf, type ToolOrigin, withOrigin } from "../tool/tool-origin.ts";
