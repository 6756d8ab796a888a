export {
  commandLineJudge,
  judgeCommandLine,
  nodeRealPaths,
  type PolicyFile,
  parsePolicy,
  readPolicy,
} from "@toolwright/shell-judge";
export { createSubAgents } from "./agents/create-sub-agents.ts";
export { SUB_AGENTS, type SubAgents } from "./agents/sub-agents.port.ts";
export { AgentTool, BashTool, EditTool, GlobTool, GrepTool, ReadTool, WriteTool } from "./class-views/tools.ts";
export { createFolderAgent, type FolderAgent, type FolderAgentOptions } from "./folder-agent/folder-agent.ts";
export type { FolderConversationOptions } from "./folder-agent/folder-conversation.ts";
export { folderTools } from "./folder-agent/folder-tools.ts";
export { FOLDER_INSTRUCTIONS } from "./folder-agent/project-instructions.ts";
export { createLocalWorkspace } from "./local/local-workspace.adapter.ts";
export { createMemoryWorkspace } from "./memory/memory-workspace.adapter.ts";
export { createFileOutputCache } from "./outputs/file-output-cache.adapter.ts";
export { createPermissions, type PermissionOptions, type Permissions } from "./permissions/create-permissions.ts";
export { createSandbox } from "./sandbox/create-sandbox.ts";
export type { Sandbox } from "./sandbox/sandbox.port.ts";
export { SANDBOX } from "./sandbox/sandbox.port.ts";
export { agentTool } from "./tools/agent/agent.tool.ts";
export { applyPatchTool } from "./tools/apply-patch/apply-patch.tool.ts";
export { bashTool } from "./tools/bash/bash.tool.ts";
export { bashKillTool, bashOutputTool } from "./tools/bash/bash-jobs.tool.ts";
export { BackgroundJobs } from "./tools/bash/jobs/background-jobs.ts";
export { doneTool } from "./tools/done/done.tool.ts";
export { editTool } from "./tools/edit/edit.tool.ts";
export { globTool } from "./tools/glob/glob.tool.ts";
export { grepTool } from "./tools/grep/grep.tool.ts";
export { lsTool } from "./tools/ls/ls.tool.ts";
export { multiEditTool } from "./tools/multi-edit/multi-edit.tool.ts";
export { readTool } from "./tools/read/read.tool.ts";
export { type StandardToolsOptions, standardTools } from "./tools/standard-tools.ts";
export { CLOCK, type Clock } from "./tools/time/clock.port.ts";
export { getCurrentTimeTool } from "./tools/time/get-current-time.tool.ts";
export { TodoList } from "./tools/todos/todo-list.ts";
export { readTodosTool, writeTodosTool } from "./tools/todos/todos.tool.ts";
export { webFetchTool } from "./tools/web-fetch/web-fetch.tool.ts";
export { writeTool } from "./tools/write/write.tool.ts";
export { SEEN_FILES, SeenFiles } from "./tracking/seen-files.ts";
export { recoverChanges } from "./transaction/recover-changes.ts";
export { catchUp } from "./undo/catch-up.ts";
export { createChangeLog } from "./undo/file-change-log.ts";
export { listTurns } from "./undo/list-turns.ts";
export { plannedUndo } from "./undo/planned-undo.ts";
export { createCommandChanges } from "./undo/snapshots/command-changes.ts";
export { redoChanges, undoChanges } from "./undo/undo-changes.ts";
export { FETCHER, type Fetcher } from "./web/fetcher.port.ts";
export { createNodeFetcher } from "./web/node-fetcher.adapter.ts";
export type { Workspace } from "./workspace/workspace.port.ts";
export { WORKSPACE } from "./workspace/workspace.port.ts";
export { workspaceOverrides } from "./workspace/workspace-overrides.ts";
