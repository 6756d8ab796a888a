export { CallFold, foldCalls } from "./fold/fold-calls.ts";
export { foldSpans } from "./fold/fold-spans.ts";
export { foldThread } from "./fold/fold-thread.ts";
export { joinPages } from "./fold/join-pages.ts";
export { RunFold, type RunFoldOptions } from "./fold/run-fold.ts";
export type { Span } from "./fold/span.ts";
export { type Frame, parseFrame } from "./frames/frame.ts";
export type { ApprovalAudit, ApprovalList, DecisionAnswer, DecisionRequest } from "./wire/approvals.ts";
export type { BranchList } from "./wire/branches.ts";
export { type FileHunks, fileHunksIn } from "./wire/file-hunks.ts";
export type {
  CompactAnswer,
  CompactRequest,
  FileList,
  FileText,
  JobList,
  JobOutput,
  ModelRequest,
  RuleList,
} from "./wire/folder.ts";
export type {
  ChangeEvent,
  ChangeList,
  ErrorBody,
  EventPage,
  ForkRequest,
  OutputPage,
  RetryAnswer,
  ReversalAnswer,
  ServerInfo,
  SteerAnswer,
  SteerList,
  SteerRequest,
  StopAnswer,
  ThreadList,
  ThreadPage,
  ThreadPatch,
  ThreadSummary,
} from "./wire/http.ts";
export type {
  CompleteAnswer,
  CompleteRequest,
  OfferedContent,
  PromptList,
  PromptRequest,
  ResourceList,
} from "./wire/offers.ts";
export { shownEvent } from "./wire/shown-event.ts";
export type { ThreadCall, ThreadMessage } from "./wire/thread-message.ts";
