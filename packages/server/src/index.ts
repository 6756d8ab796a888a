export type {
  Agent,
  AgentUndo,
  ApprovalRules,
  ChangedFile,
  ChangedRun,
  Reversal,
  Reversed,
  RunChoice,
} from "./agent.ts";
export { type AgentServer, type AgentServerOptions, createAgentServer } from "./create-agent-server.ts";
export { MessageWriter, type MessageWriterOptions } from "./data-stream/message-writer.ts";
export { isLoopbackName } from "./guard/check-origin.ts";
export { DEFAULT_LIMITS, type ServerLimits } from "./limits.ts";
export type {
  AssistantThreadMessage,
  LateResult,
  ThreadApproval,
  ThreadCall,
  ThreadMessage,
  ThreadPart,
  UserThreadMessage,
} from "./routes/threads/thread-message.ts";
export { threadMessages } from "./routes/threads/thread-messages.ts";
export { type ListenOptions, type RunningServer, startNodeServer } from "./start-node-server.ts";
