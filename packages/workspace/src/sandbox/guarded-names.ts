import { SECRETS_BELOW_HOME } from "@toolwright/shell-judge";

/** Directories and files below the home directory that hold secrets: not to be seen from inside. */
export const SECRETS_IN_HOME: readonly string[] = [...SECRETS_BELOW_HOME, ".docker", ".config/toolwright"];

/** The same, anywhere. */
export const SECRETS: readonly string[] = ["/etc/shadow", "/etc/gshadow"];

/** What programs run by themselves, directly below the workspace root: protected even before it exists. */
export const NEVER_MADE: readonly string[] = [".git", ".toolwright"];

/** The same, where it exists. */
export const NEVER_CHANGED: readonly string[] = [
  ".git",
  ".toolwright",
  ".vscode",
  ".idea",
  ".claude",
  ".cursor",
  ".mcp.json",
  ".envrc",
  ".gitmodules",
];

/** What git runs or follows inside `.git`, when the rest of it may be written: protected even before it exists. */
export const GIT_DIRECTORIES: readonly string[] = ["hooks", "modules", "worktrees"];

/** The same, where it exists; one that came into being is taken away again. */
export const GIT_FILES: readonly string[] = ["config", "config.worktree", "commondir"];
