export {
  commandLineJudge,
  judgeCommandLine,
  nodeRealPaths,
  type PolicyFile,
  parsePolicy,
  readPolicy,
} from "@toolwright/shell-judge";
export type { AgentType } from "./agents/agent-type.ts";
export { createSubAgents } from "./agents/create-sub-agents.ts";
export {
  type AdmittedAgent,
  SUB_AGENTS,
  type SubAgentReport,
  type SubAgents,
  type SubAgentTask,
} from "./agents/sub-agents.port.ts";
export { AgentTool, BashTool, EditTool, GlobTool, GrepTool, ReadTool, WriteTool } from "./class-views/tools.ts";
export { createFolderAgent, type FolderAgent, type FolderAgentOptions } from "./folder-agent/folder-agent.ts";
export type { FolderConversation, RunOptions } from "./folder-agent/folder-conversation.ts";
export type { FolderConversationOptions } from "./folder-agent/folder-conversation-options.ts";
export { FOLDER_INSTRUCTIONS } from "./folder-agent/folder-instructions.ts";
export type { SandboxChoice } from "./folder-agent/folder-sandbox.ts";
export { folderTools } from "./folder-agent/folder-tools.ts";
export { createLocalWorkspace } from "./local/local-workspace.adapter.ts";
export { createMemoryWorkspace, type MemoryProgram } from "./memory/memory-workspace.adapter.ts";
export { createFileOutputCache } from "./outputs/file-output-cache.adapter.ts";
export type { OutputSpills } from "./outputs/output-spills.port.ts";
export { createPermissions, type PermissionOptions, type Permissions } from "./permissions/create-permissions.ts";
export { type Reviewer, type ReviewFacts, withReviewer } from "./reviewer/with-reviewer.ts";
export { createSandbox } from "./sandbox/create-sandbox.ts";
export { createRuntimeSandbox } from "./sandbox/runtime/sandbox-runtime.adapter.ts";
export { SANDBOX, type Sandbox, type SandboxOutcome, type SandboxPolicy } from "./sandbox/sandbox.port.ts";
export { SEARCH_ENGINE } from "./search/choose-engine.ts";
export { ripgrepEngine } from "./search/ripgrep/ripgrep-engine.ts";
export type { SearchEngine } from "./search/search-engine.port.ts";
export { walkerEngine } from "./search/walker/walker-engine.ts";
export { agentTool } from "./tools/agent/agent.tool.ts";
export { applyPatchTool } from "./tools/apply-patch/apply-patch.tool.ts";
export { bashTool } from "./tools/bash/bash.tool.ts";
export { bashKillTool, bashOutputTool } from "./tools/bash/bash-jobs.tool.ts";
export { type BackgroundJob, BackgroundJobs } from "./tools/bash/jobs/background-jobs.ts";
export { ShellDirectories } from "./tools/bash/shell-directories.ts";
export { doneTool } from "./tools/done/done.tool.ts";
export { editTool } from "./tools/edit/edit.tool.ts";
export { globTool } from "./tools/glob/glob.tool.ts";
export { grepTool } from "./tools/grep/grep.tool.ts";
export { lsTool } from "./tools/ls/ls.tool.ts";
export { multiEditTool } from "./tools/multi-edit/multi-edit.tool.ts";
export { readTool } from "./tools/read/read.tool.ts";
export type { ToolsSet } from "./tools/shown-parameters.ts";
export { type StandardToolsOptions, standardTools } from "./tools/standard-tools.ts";
export { CLOCK, type Clock } from "./tools/time/clock.port.ts";
export { getCurrentTimeTool } from "./tools/time/get-current-time.tool.ts";
export { TODOS, TodoList } from "./tools/todos/todo-list.ts";
export { readTodosTool, writeTodosTool } from "./tools/todos/todos.tool.ts";
export { webFetchTool } from "./tools/web-fetch/web-fetch.tool.ts";
export { writeTool } from "./tools/write/write.tool.ts";
export { SEEN_FILES, SeenFiles } from "./tracking/seen-files.ts";
export type { ChangeLog } from "./transaction/change-log.port.ts";
export { type Recovery, recoverChanges } from "./transaction/recover-changes.ts";
export { type CaughtUp, catchUp } from "./undo/catch-up.ts";
export type { UndoSelection } from "./undo/choose-turns.ts";
export { createChangeLog } from "./undo/file-change-log.ts";
export { type ChangedTurn, listTurns } from "./undo/list-turns.ts";
export { type PlannedTurn, plannedUndo } from "./undo/planned-undo.ts";
export type { CommandChanges } from "./undo/snapshots/command-changes.port.ts";
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
export { createNodeFetcher } from "./web/node-fetcher.adapter.ts";
export { FileError } from "./workspace/file-error.ts";
export type { FileGuard } from "./workspace/file-guard.port.ts";
export type { ByteRange, DirectoryEntry, FileStat, FilesPort, WriteOptions } from "./workspace/files.port.ts";
export type { ProcessEnd, ProcessesPort, ProcessRequest, RunningProcess } from "./workspace/processes.port.ts";
export type { Workspace } from "./workspace/workspace.port.ts";
export { WORKSPACE } from "./workspace/workspace-key.ts";
export { type WorkspaceDependencies, workspaceOverrides } from "./workspace/workspace-overrides.ts";
