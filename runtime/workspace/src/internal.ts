// What the packages of this repository share. No promise of stability: a program outside must not import it.

export { offeredTools } from "./folder-agent/offered-tools.ts";
export { createLocalFiles } from "./local/local-files.adapter.ts";
export { createLocalProcesses } from "./local/local-processes.adapter.ts";
export { folderSecrets } from "./outputs/folder-secrets.ts";
export { describeSandbox } from "./sandbox/sandbox-hint.ts";
export { findFiles } from "./search/find-files.ts";
export { killJob } from "./tools/bash/jobs/background-jobs.ts";
export { SHELL_DIRECTORIES } from "./tools/bash/shell-directories.ts";
export { isPartOf } from "./undo/choose-turns.ts";
export { netChanges } from "./undo/net-changes.ts";
export type { PlannedFile } from "./undo/planned-undo.ts";
export { undoHunk } from "./undo/undo-hunk.ts";
export { FILE_GUARD } from "./workspace/file-guard.port.ts";
export { keptBeside, placesBeside } from "./workspace/kept-beside.ts";
