export type {
  CommandLineOptions,
  CommandLineVerdict,
  Decision,
  ExistingPath,
  Explanation,
  ParsedPolicy,
  PermissionMode,
  PolicyEntry,
  RealPaths,
  ScopedPolicy,
} from "@toolwright/shell-judge";
export { AGENT_LIMITS, type AgentLimits } from "./agents/agent-run.ts";
export { AGENT_TYPES, type AgentType } from "./agents/agent-type.ts";
export type { SubAgentsOptions } from "./agents/create-sub-agents.ts";
export type {
  AdmittedAgent,
  AgentCall,
  ParentCall,
  SubAgentEnd,
  SubAgentReport,
  SubAgentTask,
} from "./agents/sub-agents.port.ts";
export type { ClassViewOptions } from "./class-views/view-resolver.ts";
export { FolderConversation, type RunOptions, type UndoneConversation } from "./folder-agent/folder-conversation.ts";
export type { DecidedBy, FolderRules, RuleFacts, WrittenPolicy } from "./folder-agent/folder-permissions.ts";
export type { SandboxChoice } from "./folder-agent/folder-sandbox.ts";
export type { FolderToolsOptions } from "./folder-agent/folder-tools.ts";
export { createLocalFiles } from "./local/local-files.adapter.ts";
export { createLocalProcesses, type LocalProcessesOptions } from "./local/local-processes.adapter.ts";
export type { LocalWorkspaceOptions } from "./local/local-workspace.adapter.ts";
export type { MemoryProgram, MemoryWorkspaceOptions, ProgramContext } from "./memory/memory-workspace.adapter.ts";
export type { FileOutputCacheOptions } from "./outputs/file-output-cache.adapter.ts";
export { folderSecrets } from "./outputs/folder-secrets.ts";
export { OUTPUT_SPILLS, type OutputSpills, type Spill } from "./outputs/output-spills.port.ts";
export {
  createRuntimeSandbox,
  type RuntimeConfig,
  type RuntimeManager,
  type RuntimeSandboxOptions,
} from "./sandbox/runtime/sandbox-runtime.adapter.ts";
export type { BashSandbox } from "./sandbox/sandbox.port.ts";
export {
  DEFAULT_SANDBOX_POLICY,
  type SandboxedStart,
  type SandboxOutcome,
  type SandboxPolicy,
} from "./sandbox/sandbox.port.ts";
export { describeSandbox } from "./sandbox/sandbox-hint.ts";
export { chooseEngine, SEARCH_ENGINE } from "./search/choose-engine.ts";
export { type FileQuery, findFiles } from "./search/find-files.ts";
export { ripgrepEngine } from "./search/ripgrep/ripgrep-engine.ts";
export type {
  FoundLine,
  LineSearch,
  SearchEnd,
  SearchEngine,
  SearchRun,
  SearchScope,
  SearchSink,
} from "./search/search-engine.port.ts";
export { walkerEngine } from "./search/walker/walker-engine.ts";
export type { BashToolOptions } from "./tools/bash/bash.tool.ts";
export {
  BACKGROUND_JOBS,
  type BackgroundJob,
  type BackgroundJobs,
  backgroundJobs,
  killJob,
} from "./tools/bash/jobs/background-jobs.ts";
export { SHELL_DIRECTORIES, ShellDirectories, type StandingShells } from "./tools/bash/shell-directories.ts";
export type { EditToolOptions } from "./tools/edit/edit.tool.ts";
export type { ReadToolOptions } from "./tools/read/read.tool.ts";
export type { Todo, TodoStatus } from "./tools/todos/todo-list.ts";
export { TODOS } from "./tools/todos/todo-list.ts";
export type { FetchLimits } from "./tools/web-fetch/web-fetch.tool.ts";
export { FILE_LOCKS, FileLocks } from "./tracking/file-locks.ts";
export { CHANGE_LOG, type ChangeAuthor, type ChangeLog, type RecordedChange } from "./transaction/change-log.port.ts";
export type { FileChange, FileContent, LinkContent } from "./transaction/file-change.ts";
export { type Recovery, recoverOnce } from "./transaction/recover-changes.ts";
export type { CaughtUp } from "./undo/catch-up.ts";
export type { RedoSelection, UndoSelection } from "./undo/choose-turns.ts";
export type { ChangeLogOptions } from "./undo/file-change-log.ts";
export type { UndoLimits } from "./undo/forget-old.ts";
export type { ChangedCall, ChangedTurn } from "./undo/list-turns.ts";
export type { RestoreConflict, RestoreOutcome } from "./undo/plan-restore.ts";
export type { PlannedFile, PlannedTurn } from "./undo/planned-undo.ts";
export { COMMAND_CHANGES, type CommandChanges, type WatchedCommand } from "./undo/snapshots/command-changes.port.ts";
export type { ReversedTurn, UndoOptions } from "./undo/undo-changes.ts";
export { FetchError, type FetchFailure, type FetchRequest, type FetchResponse } from "./web/fetcher.port.ts";
export type { NodeFetcherOptions } from "./web/node-fetcher.adapter.ts";
export { FileError, type FileErrorReason } from "./workspace/file-error.ts";
export { FILE_GUARD, type FileGuard } from "./workspace/file-guard.port.ts";
export type { ByteRange, DirectoryEntry, FileKind, FileStat, FilesPort, WriteOptions } from "./workspace/files.port.ts";
export { type KeptFile, keptBeside, placesBeside } from "./workspace/kept-beside.ts";
export type {
  Arguments,
  KillSignal,
  ProcessEnd,
  ProcessesPort,
  ProcessRequest,
  RunningProcess,
} from "./workspace/processes.port.ts";
export { isInside, type ResolvedPath, resolvePath } from "./workspace/resolve-path.ts";
export type { WorkspaceDependencies } from "./workspace/workspace-overrides.ts";
