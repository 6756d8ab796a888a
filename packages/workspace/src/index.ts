export type {
  Decision,
  ExistingPath,
  Explanation,
  PermissionMode,
  RealPaths,
  ScopedPolicy,
} from "@toolwright/shell-judge";
export {
  type CommandLineOptions,
  type CommandLineVerdict,
  commandLineJudge,
  judgeCommandLine,
  nodeRealPaths,
  type ParsedPolicy,
  type PolicyEntry,
  type PolicyFile,
  parsePolicy,
  readPolicy,
} from "@toolwright/shell-judge";
export { AGENT_LIMITS, type AgentLimits } from "./agents/agent-run.ts";
export { AGENT_TYPES, type AgentType } from "./agents/agent-type.ts";
export { createSubAgents, type SubAgentsOptions } from "./agents/create-sub-agents.ts";
export {
  type AdmittedAgent,
  type AgentCall,
  type ParentCall,
  SUB_AGENTS,
  type SubAgentEnd,
  type SubAgentReport,
  type SubAgents,
  type SubAgentTask,
} from "./agents/sub-agents.port.ts";
export { AgentTool } from "./class-views/agent-tool.ts";
export { BashTool } from "./class-views/bash-tool.ts";
export type { ClassViewOptions } from "./class-views/class-view-options.ts";
export { EditTool } from "./class-views/edit-tool.ts";
export { GlobTool } from "./class-views/glob-tool.ts";
export { GrepTool } from "./class-views/grep-tool.ts";
export { ReadTool } from "./class-views/read-tool.ts";
export { WriteTool } from "./class-views/write-tool.ts";
export { createFolderAgent, type FolderAgent, type FolderAgentOptions } from "./folder-agent/folder-agent.ts";
export {
  FOLDER_INSTRUCTIONS,
  FolderConversation,
  type FolderConversationOptions,
  type RunOptions,
} from "./folder-agent/folder-conversation.ts";
export type { DecidedBy, FolderRules, RuleFacts, WrittenPolicy } from "./folder-agent/folder-permissions.ts";
export type { SandboxChoice } from "./folder-agent/folder-sandbox.ts";
export { type FolderToolsOptions, folderTools } from "./folder-agent/folder-tools.ts";
export { createLocalFiles } from "./local/local-files.adapter.ts";
export { createLocalProcesses, type LocalProcessesOptions } from "./local/local-processes.adapter.ts";
export { createLocalWorkspace, type LocalWorkspaceOptions } from "./local/local-workspace.adapter.ts";
export type { MemoryProgram, ProgramContext } from "./memory/memory-programs.ts";
export { createMemoryWorkspace, type MemoryWorkspaceOptions } from "./memory/memory-workspace.adapter.ts";
export { createFileOutputCache, type FileOutputCacheOptions } from "./outputs/file-output-cache.adapter.ts";
export { OUTPUT_SPILLS, type OutputSpills, type Spill } from "./outputs/output-spills.port.ts";
export {
  createPermissions,
  type PermissionOptions,
  type Permissions,
} from "./permissions/create-permissions.ts";
export { createSandbox } from "./sandbox/create-sandbox.ts";
export {
  createRuntimeSandbox,
  type RuntimeConfig,
  type RuntimeManager,
  type RuntimeSandboxOptions,
} from "./sandbox/runtime/sandbox-runtime.adapter.ts";
export {
  DEFAULT_SANDBOX_POLICY,
  type Sandbox,
  type SandboxedStart,
  type SandboxOutcome,
  type SandboxPolicy,
} from "./sandbox/sandbox.port.ts";
export { describeSandbox } from "./sandbox/sandbox-hint.ts";
export { type BashSandbox, SANDBOX } from "./sandbox/sandbox-key.ts";
export { chooseEngine } from "./search/choose-engine.ts";
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
export { SEARCH_ENGINE } from "./search/search-engine-key.ts";
export { walkerEngine } from "./search/walker/walker-engine.ts";
export { agentTool } from "./tools/agent/agent.tool.ts";
export { applyPatchTool } from "./tools/apply-patch/apply-patch.tool.ts";
export { type BashToolOptions, bashTool } from "./tools/bash/bash.tool.ts";
export { bashKillTool } from "./tools/bash/bash-kill.tool.ts";
export { bashOutputTool } from "./tools/bash/bash-output.tool.ts";
export { BackgroundJobs } from "./tools/bash/jobs/background-jobs.ts";
export { BACKGROUND_JOBS, backgroundJobs } from "./tools/bash/jobs/background-jobs-key.ts";
export { SHELL_DIRECTORIES, ShellDirectories, type StandingShells } from "./tools/bash/shell-directories.ts";
export { doneTool } from "./tools/done/done.tool.ts";
export { type EditToolOptions, editTool } from "./tools/edit/edit.tool.ts";
export { globTool } from "./tools/glob/glob.tool.ts";
export { grepTool } from "./tools/grep/grep.tool.ts";
export { lsTool } from "./tools/ls/ls.tool.ts";
export { multiEditTool } from "./tools/multi-edit/multi-edit.tool.ts";
export { type ReadToolOptions, readTool } from "./tools/read/read.tool.ts";
export { type StandardToolsOptions, standardTools } from "./tools/standard-tools.ts";
export { CLOCK, type Clock } from "./tools/time/clock.port.ts";
export { getCurrentTimeTool } from "./tools/time/get-current-time.tool.ts";
export { readTodosTool } from "./tools/todos/read-todos.tool.ts";
export { type Todo, TodoList, type TodoStatus } from "./tools/todos/todo-list.ts";
export { TODOS } from "./tools/todos/todos-key.ts";
export { writeTodosTool } from "./tools/todos/write-todos.tool.ts";
export type { FetchLimits } from "./tools/web-fetch/limits.ts";
export { webFetchTool } from "./tools/web-fetch/web-fetch.tool.ts";
export { writeTool } from "./tools/write/write.tool.ts";
export { FileLocks } from "./tracking/file-locks.ts";
export { FILE_LOCKS } from "./tracking/file-locks-key.ts";
export { SeenFiles } from "./tracking/seen-files.ts";
export { SEEN_FILES } from "./tracking/seen-files-key.ts";
export { CHANGE_LOG, type ChangeAuthor, type ChangeLog, type RecordedChange } from "./transaction/change-log.port.ts";
export type { FileChange, FileContent, LinkContent } from "./transaction/file-change.ts";
export { type Recovery, recoverChanges, recoverOnce } from "./transaction/recover-changes.ts";
export { type CaughtUp, catchUp } from "./undo/catch-up.ts";
export type { RedoSelection, UndoSelection } from "./undo/choose-turns.ts";
export { type ChangeLogOptions, createChangeLog } from "./undo/file-change-log.ts";
export type { UndoLimits } from "./undo/forget-old.ts";
export { type ChangedCall, type ChangedTurn, listTurns } from "./undo/list-turns.ts";
export type { RestoreConflict } from "./undo/plan-restore.ts";
export { type PlannedFile, type PlannedTurn, plannedUndo } from "./undo/planned-undo.ts";
export type { RestoreOutcome } from "./undo/restoration.ts";
export { COMMAND_CHANGES, type CommandChanges, type WatchedCommand } from "./undo/snapshots/command-changes.port.ts";
export { createCommandChanges } from "./undo/snapshots/command-changes.ts";
export { type ReversedTurn, redoChanges, type UndoOptions, undoChanges } from "./undo/undo-changes.ts";
export {
  FETCHER,
  FetchError,
  type Fetcher,
  type FetchFailure,
  type FetchRequest,
  type FetchResponse,
} from "./web/fetcher.port.ts";
export { createNodeFetcher, type NodeFetcherOptions } from "./web/node-fetcher.adapter.ts";
export { FileError, type FileErrorReason } from "./workspace/file-error.ts";
export { FILE_GUARD, type FileGuard } from "./workspace/file-guard.port.ts";
export type { ByteRange, DirectoryEntry, FileKind, FileStat, FilesPort, WriteOptions } from "./workspace/files.port.ts";
export type {
  Arguments,
  KillSignal,
  ProcessEnd,
  ProcessesPort,
  ProcessRequest,
  RunningProcess,
} from "./workspace/processes.port.ts";
export { isInside, type ResolvedPath, resolvePath } from "./workspace/resolve-path.ts";
export type { Workspace } from "./workspace/workspace.port.ts";
export { WORKSPACE } from "./workspace/workspace-key.ts";
export { type WorkspaceDependencies, workspaceOverrides } from "./workspace/workspace-overrides.ts";
