// What the packages of this repository share. No promise of stability: a program outside must not import it.

export type { CallPreview, PreviewedCommand, Usage } from "@toolwright/core";
export { foldPage } from "./fold/fold-page.ts";
export type { LoadedPage } from "./fold/join-pages.ts";
export type { SpanKind } from "./fold/span.ts";
export { StepsFold, threadSteps } from "./fold/thread-steps.ts";
export { usageSum } from "./fold/usage-sum.ts";
export { safeErrorText } from "./frames/error-text.ts";
export { frameLine, PREVIEWS, usageOf } from "./frames/frame.ts";
export { readFrames } from "./frames/read-frames.ts";
export { RunFrames } from "./frames/run-frames.ts";
export type { CallFacts } from "./program/call-facts.ts";
export { type Program, type ProgramCall, Programs, programOf, programSource } from "./program/program.ts";
export {
  askingIn,
  type ProgramQuestion,
  programQuestion,
  questionIn,
} from "./program/program-question.ts";
export { type ProgramRow, programRows } from "./program/program-rows.ts";
export { countsText, hasRunText, questionPlaceText, verdictText, waitText } from "./program/program-text.ts";
export { programWait } from "./program/program-wait.ts";
export { sourceLines } from "./program/source-around.ts";
export { type CallRisk, callRisk, type RiskFacts } from "./text/call-risk.ts";
export { endText } from "./text/end-text.ts";
export { fenced } from "./text/fenced.ts";
export { type HtmlToken, htmlTokens } from "./text/html-tokens.ts";
export { isTooMuch, openPart } from "./text/is-too-much.ts";
export { withLooks, withoutLooks } from "./text/looks.ts";
export { modeWords } from "./text/mode-words.ts";
export { costText, durationText, shortNumber, wholeNumber } from "./text/numbers.ts";
export {
  type PromptCommand,
  promptCommand,
  resourceMentions,
} from "./text/offers-in-text.ts";
export { reachOrder, reachRing, reachWords, staysInFolder } from "./text/reach-words.ts";
export { readingText } from "./text/reading-text.ts";
export { ruleWords } from "./text/rule-words.ts";
export { spelledOnOneLine, spelledOut, spelledStrictly } from "./text/spelled-out.ts";
export { threadHtml } from "./text/thread-html.ts";
export { threadMarkdown } from "./text/thread-markdown.ts";
export type { PendingQuestion } from "./wire/approvals.ts";
export type { AppCallRequest, ShownApp } from "./wire/apps.ts";
export type { BranchPoint } from "./wire/branches.ts";
export { callPreviewIn, commandPieces, countsOf, unshownLines } from "./wire/call-preview.ts";
export {
  COMMIT_MODEL,
  COMMIT_TASK,
  type CommitAnswer,
  type CommitMessage,
  type CommitOffer,
  type CommitPlan,
  type CommitRequest,
  MAX_COMMIT_MESSAGE,
} from "./wire/commits.ts";
export type {
  AddedServerQuestion,
  ConfigurationChange,
  ConfigurationChanges,
  ConfiguredModel,
  ConfiguredServer,
  InstructionFile,
  ServerDefinition,
  ShownBudget,
  ShownConfiguration,
  WantedModel,
  WantedServer,
} from "./wire/configuration.ts";
export { type Fields, fieldIn, isFields, listIn, numberIn, objectIn, textIn } from "./wire/fields.ts";
export type { Hunk } from "./wire/file-hunks.ts";
export type { BackgroundJob, RequestMessage } from "./wire/folder.ts";
export type {
  ChangedFile,
  ChangedTurn,
  FoundThreadSummary,
  HeldBy,
  RatingRequest,
  ShownServer,
  ShownTool,
  ThreadChange,
  TimelineEvent,
} from "./wire/http.ts";
export type { HunkUndoRequest, NetChange, NetChangeList } from "./wire/net-changes.ts";
export type { ShownPrompt, ShownResource } from "./wire/offers.ts";
export type { FoundModel, FoundModels, OfferedPicking } from "./wire/picking.ts";
export { reachIn } from "./wire/reach-in.ts";
export { readAnswer } from "./wire/read-answer.ts";
export { type RunFailure, runFailureIn } from "./wire/run-failure.ts";
export { saidIn } from "./wire/said-message.ts";
export { type QuestionField, type ServerQuestion, serverQuestion } from "./wire/server-question.ts";
export type { GoOnRequest, ThreadStep, ThreadSteps } from "./wire/steps.ts";
export type { AssistantThreadMessage, ThreadApproval, ThreadPart, UserThreadMessage } from "./wire/thread-message.ts";
export { type Todo, todosIn } from "./wire/todos.ts";
