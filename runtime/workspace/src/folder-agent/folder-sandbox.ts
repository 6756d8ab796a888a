import { createSandbox } from "../sandbox/create-sandbox.ts";
import { DEFAULT_SANDBOX_POLICY, type Sandbox, type SandboxPolicy } from "../sandbox/sandbox.port.ts";
import type { Workspace } from "../workspace/workspace.port.ts";

/** Makes the sandbox when it is first asked for; undefined where commands run without one. */
export type FolderSandbox = () => Promise<Sandbox | undefined>;

/** None, a mode with neither network nor commits, a whole policy, or one of your own. */
export type SandboxChoice =
  | "off"
  | SandboxPolicy["mode"]
  | SandboxPolicy
  | ((workspace: Workspace) => Promise<Sandbox | undefined>);

/** What {@link folderSandbox} needs of an agent's options. */
export interface FolderSandboxOptions {
  readonly sandbox?: SandboxChoice | undefined;
  /** Told why commands run without a sandbox, when the first one comes. */
  readonly logger?: { warn(message: string, fields?: object): void } | undefined;
}

/**
 * The sandbox of an agent. One that was asked for is tried out at once, and its absence rejects; where nothing was
 * asked for, it is the default one if this machine has it, and a warning if it does not.
 */
export async function folderSandbox(options: FolderSandboxOptions, workspace: Workspace): Promise<FolderSandbox> {
  const { sandbox: choice, logger = console } = options;
  if (choice === "off") return async () => undefined;
  if (typeof choice === "function") return once(() => choice(workspace));
  if (choice !== undefined) {
    const made = await createSandbox(workspace, policyOf(choice));
    if (!made.ok)
      throw new Error(`There is no sandbox here. ${made.reason} With sandbox: "off" commands run without one.`);
    return async () => made.sandbox;
  }
  return once(async () => {
    const made = await createSandbox(workspace);
    if (made.ok) return made.sandbox;
    logger.warn(`Commands run without a sandbox. ${made.reason}`);
    return undefined;
  });
}

function policyOf(choice: SandboxPolicy["mode"] | SandboxPolicy): SandboxPolicy {
  return typeof choice === "string" ? { ...DEFAULT_SANDBOX_POLICY, mode: choice } : choice;
}

/**
 * The same value at every call, made at the first one: what is costly, or must be the same for all, and may never be
 * asked for.
 */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
