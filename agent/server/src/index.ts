// The body of every answer, and the frames of its streams.
export type {
  ApprovalAudit,
  ApprovalList,
  ChangeEvent,
  ChangeList,
  DecisionAnswer,
  DecisionRequest,
  ErrorBody,
  EventPage,
  ForkRequest,
  Frame,
  OutputPage,
  RetryAnswer,
  ReversalAnswer,
  ServerInfo,
  StopAnswer,
  ThreadList,
  ThreadMessage,
  ThreadPage,
  ThreadSummary,
} from "@toolwright/view";
export { PREVIEWS } from "@toolwright/view/internal";
export type {
  Agent,
  AgentApps,
  AgentFiles,
  AgentJobs,
  AgentOffers,
  AgentUndo,
  ApprovalRules,
  ChangedRun,
  FileRead,
  HunkReversal,
  Offered,
  Reversal,
  Reversed,
  RunChoice,
  UndoneRun,
} from "./agent.ts";
export type { AgentCommits, PlannedCall, PlannedCommit } from "./agent-commits.ts";
export type {
  AgentConfiguration,
  BudgetConfiguration,
  InstructionConfiguration,
  ModelConfiguration,
  ModelPicking,
  ServerConfiguration,
} from "./configuration.ts";
export { type AgentServer, type AgentServerOptions, createAgentServer } from "./create-agent-server.ts";
export type { ForkThreadOptions } from "./forks/fork-thread.ts";
export { isLoopbackName } from "./guard/check-origin.ts";
export { DEFAULT_LIMITS, type ServerLimits } from "./limits.ts";
export type { AuditRecord } from "./routes/approvals/audit-route.ts";
export { type ThreadDocumentOptions, threadDocument } from "./routes/threads/thread-document.ts";
export { type ListenOptions, type RunningServer, startNodeServer } from "./start-node-server.ts";
export { type HandlerOptions, toFetchHandler } from "./to-fetch-handler.ts";
export { toNodeHandler } from "./to-node-handler.ts";
export type { Authenticate, Permissions, Principal } from "./users/principal.ts";
export type { RunUser } from "./users/run-user.ts";
