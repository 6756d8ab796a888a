import type { DependencyKey } from "@toolwright/core";
import type { Arguments } from "../workspace/processes.port.ts";

/** What commands may do inside a sandbox. */
export interface SandboxPolicy {
  /** `workspace-write`: files of the workspace may be written; `read-only`: none. Temporary files always. */
  readonly mode: "read-only" | "workspace-write";
  /** Whether anything but the command itself can be reached, this machine's own ports included. */
  readonly network: boolean;
  /**
   * Whether the repository may be written (commits); what git runs by itself stays protected. Else `.git` is read-only.
   */
  readonly gitWrites: boolean;
}

/** The narrowest policy in which work can still be done. */
export const DEFAULT_SANDBOX_POLICY: SandboxPolicy = { mode: "workspace-write", network: false, gitWrites: false };

/** A path and what stands there; `missing` is a directory that is only made for the time of a command. */
export interface GuardedPath {
  readonly path: string;
  readonly kind: "directory" | "file" | "missing";
}

/** One command that is about to be started inside a sandbox. */
export interface SandboxedStart {
  /** For `ProcessRequest.wrap`. */
  wrap(command: Arguments): Arguments;
  /** For `ProcessRequest.env`. */
  readonly env: Readonly<Record<string, string>>;
  /** Call it once, when the command has ended or was not started. Says what was put right, for the model. */
  release(): Promise<readonly string[]>;
}

/** Holds commands to a policy by means of the operating system. */
export interface Sandbox {
  readonly kind: "bubblewrap" | "seatbelt" | "sandbox-runtime";
  readonly policy: SandboxPolicy;
  /**
   * Prepares one command. Rejects when it cannot be held; it must not be run then. `absent`: real paths that it cannot
   * open; their names stay. Where a sandbox cannot do that they are left as they are.
   */
  prepare(cwd: string, absent?: readonly GuardedPath[]): Promise<SandboxedStart>;
}

/** A sandbox, or why there is none. */
export type SandboxOutcome =
  | { readonly ok: true; readonly sandbox: Sandbox }
  /** A sentence for people. */
  | { readonly ok: false; readonly reason: string };

/** What `bash` runs commands in; `off`: in nothing, because somebody wants it so. */
export type BashSandbox = Sandbox | "off";

/**
 * What `bash` runs commands in. Without an override: the sandbox of this machine for the workspace, where there is one.
 */
export const SANDBOX: DependencyKey<BashSandbox | undefined> = {
  id: "toolwright.sandbox",
  scope: "run",
  create: () => undefined,
};
