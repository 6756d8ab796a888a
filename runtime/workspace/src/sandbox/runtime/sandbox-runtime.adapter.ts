import { anObject, aText, checkOptions, listOf, withFunctions } from "@toolwright/core/internal";
import { isInside } from "../../workspace/is-inside.ts";
import type { Arguments } from "../../workspace/processes.port.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { checkSandboxPolicy } from "../create-sandbox.ts";
import { type GuardedPaths, guardedPaths, removeUnwanted } from "../guarded-paths.ts";
import { hiddenPaths } from "../hidden-paths.ts";
import type { SandboxedStart, SandboxOutcome, SandboxPolicy } from "../sandbox.port.ts";

/** The configuration of `@anthropic-ai/sandbox-runtime`, as far as it is used here. */
export interface RuntimeConfig {
  readonly network: { readonly allowedDomains: readonly string[]; readonly deniedDomains: readonly string[] };
  readonly filesystem: {
    readonly denyRead: readonly string[];
    readonly allowWrite: readonly string[];
    readonly denyWrite: readonly string[];
  };
}

/** `SandboxManager` of `@anthropic-ai/sandbox-runtime`, as far as it is used here: one for the process. */
export interface RuntimeManager {
  initialize(config: RuntimeConfig): Promise<void>;
  wrapWithSandbox(command: string, shell?: string, config?: RuntimeConfig): Promise<string>;
  cleanupAfterCommand(): void;
}

/** What a sandbox of that package is made with. */
export interface RuntimeSandboxOptions {
  /** The user's own `SandboxManager`; the package is not one of ours. */
  readonly manager: RuntimeManager;
  readonly policy: SandboxPolicy;
  /** What may be reached when the policy has the network on, such as `*.npmjs.org`. */
  readonly allowedDomains?: readonly string[];
}

/** A sandbox whose network is open to named domains only, by `@anthropic-ai/sandbox-runtime`, an optional peer. */
export async function createRuntimeSandbox(
  workspace: Workspace,
  options: RuntimeSandboxOptions,
): Promise<SandboxOutcome> {
  checkOptions<RuntimeSandboxOptions>(options, {
    of: "createRuntimeSandbox",
    rules: {
      manager: withFunctions("SandboxManager of @anthropic-ai/sandbox-runtime", "initialize", "wrapWithSandbox"),
      policy: anObject,
      allowedDomains: listOf('an array of domains, such as ["*.npmjs.org"]', aText),
    },
    needed: ["manager", "policy"],
  });
  const { manager, policy, allowedDomains = [] } = options;
  checkSandboxPolicy(policy, "The policy of createRuntimeSandbox");
  if (policy.network && allowedDomains.length === 0) {
    return { ok: false, reason: "This sandbox opens the network to named domains only; name them." };
  }
  const domains = policy.network ? allowedDomains : [];
  const findGuarded = guardedPaths(workspace.root, policy);
  const configured = async (): Promise<Configured> => {
    const guarded = await findGuarded();
    return { guarded, config: await configOf(workspace, policy, { domains, guarded }) };
  };
  try {
    await manager.initialize((await configured()).config);
    const prepare = async () => start(workspace, manager, await configured());
    return { ok: true, sandbox: { kind: "sandbox-runtime", policy, prepare } };
  } catch (error) {
    return { ok: false, reason: `sandbox-runtime: ${error instanceof Error ? error.message : String(error)}.` };
  }
}

/** Holds the arguments until the shell inside reads them: the package takes a line and not a list. */
const LINE = "TOOLWRIGHT_LINE";

interface Configured {
  readonly config: RuntimeConfig;
  readonly guarded: GuardedPaths;
}

async function start(
  workspace: Workspace,
  manager: RuntimeManager,
  { config, guarded }: Configured,
): Promise<SandboxedStart> {
  const line = await manager.wrapWithSandbox(`eval "exec $${LINE}"`, "/bin/bash", config);
  return {
    wrap: (command: Arguments) => {
      const assignment = `export ${LINE}=${quoteForShell(command.map(quoteForShell).join(" "))}`;
      return ["/bin/bash", "--norc", "--noprofile", "-c", `${assignment}; ${line}`];
    },
    // The person's own holds secrets, and git would say that it may not be read.
    env: { GIT_CONFIG_GLOBAL: "/dev/null" },
    async release() {
      manager.cleanupAfterCommand();
      return removeUnwanted(workspace.root, guarded.unwanted);
    },
  };
}

async function configOf(
  { root, home, stateDirectory }: Workspace,
  policy: SandboxPolicy,
  { domains, guarded }: { readonly domains: readonly string[]; readonly guarded: GuardedPaths },
): Promise<RuntimeConfig> {
  const hidden = await hiddenPaths(home, stateDirectory);
  return {
    network: { allowedDomains: domains, deniedDomains: [] },
    filesystem: {
      denyRead: hidden.map(({ path }) => path).filter((path) => !isInside(path, root)),
      allowWrite: policy.mode === "workspace-write" ? [root, "/tmp"] : ["/tmp"],
      denyWrite: [...guarded.protected.map(({ path }) => path), ...guarded.unwanted],
    },
  };
}

/** A text as one word of a shell line. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
