import type { JsonObject, Policy, Tool } from "@toolwright/core";
import type { PermissionMode } from "@toolwright/shell-judge";
import {
  createPermissions,
  type FileGuard,
  type PermissionOptions,
  type Permissions,
  type PolicyFile,
  ShellDirectories,
} from "@toolwright/workspace";
import { FILE_GUARD, SHELL_DIRECTORIES } from "@toolwright/workspace/internal";
import type { Hooks } from "../hooks/hooks.ts";
import { addAllowRules, removeAllowRule } from "./add-allow-rules.ts";
import { type LoadedPolicies, scopedPolicies } from "./load-policies.ts";
import { readPolicyFile } from "./read-policy-file.ts";
import { SessionRules } from "./session-rules.ts";

/** What the rules of a command are made from. */
export interface CommandPermissionsOptions {
  readonly engine: Omit<PermissionOptions, "policies" | "builtins">;
  readonly policies: LoadedPolicies;
  /** The policy of `--policy`. */
  readonly commandLine: PolicyFile | undefined;
  /** The allow rules of the project's policy count. */
  readonly trusted: boolean;
  /** Where "always" saves. */
  readonly local: string;
}

type Grounds = Awaited<ReturnType<Permissions["explain"]>>;

/** The rules that a command goes by. They grow when a person says "always". */
export class CommandPermissions {
  readonly #options: CommandPermissionsOptions;
  /** Stays when the rules grow. */
  readonly #shells = new ShellDirectories();
  #policies: LoadedPolicies;
  #mode: PermissionMode;
  readonly #session = new SessionRules();
  /** Programs that may refuse what the rules do not deny. */
  hooks: Pick<Hooks, "refusal"> | undefined;
  /** By mode and conversation, made when they are needed, and again when the rules have grown. */
  readonly #engines = new Map<string, Permissions>();

  constructor(options: CommandPermissionsOptions) {
    this.#options = options;
    this.#policies = options.policies;
    this.#mode = options.engine.mode ?? "default";
    this.policy = this.#policyOf(() => this.#mode);
  }

  /** The usual one. */
  get mode(): PermissionMode {
    return this.#mode;
  }

  /** Goes by another one from the next call on. */
  set mode(mode: PermissionMode) {
    this.#mode = mode;
  }

  get warnings(): readonly string[] {
    return this.#engine(this.mode).warnings;
  }

  /** Where "always" saves. */
  get local(): string {
    return this.#options.local;
  }

  /** In the usual mode. */
  readonly policy: Policy;

  /** The same rules in another mode, with those of one conversation. */
  policyIn(mode: PermissionMode, conversation?: string): Policy {
    return this.#policyOf(() => mode, conversation);
  }

  #policyOf(mode: () => PermissionMode, conversation?: string): Policy {
    const engine = () => this.#engine(mode(), conversation);
    // As the rules are when a file is opened.
    const now = () => engine().guard;
    const guard: FileGuard = {
      get denies() {
        return now().denies;
      },
      mayRead: (path) => now().mayRead(path),
      refuses: (access, path) => now().refuses(access, path),
    };
    return {
      offers: (tool) => engine().policy.offers?.(tool) ?? true,
      decide: async (tool, args, about) => {
        const verdict = await engine().policy.decide(tool, args, about);
        const refused = verdict.verdict === "deny" ? undefined : await this.hooks?.refusal(tool, args);
        return refused === undefined ? verdict : { verdict: "deny", reason: refused };
      },
      provides: new Map<string, () => unknown>([
        [FILE_GUARD.id, () => guard],
        [SHELL_DIRECTORIES.id, () => this.#shells],
      ]),
    };
  }

  /** Whether a search may show a file, by the usual rules. Absolute path. */
  mayRead(path: string): boolean | Promise<boolean> {
    return this.#engine(this.mode).guard.mayRead(path);
  }

  /** Why a call is decided as it is. `remember` holds only rules that can be saved as they are. */
  async explain(tool: Tool, args: JsonObject): Promise<Grounds> {
    const grounds = await this.#engine(this.mode).explain(tool, args);
    return { ...grounds, remember: grounds.remember.filter((rule) => this.#isSound(rule)) };
  }

  /**
   * Allows from now on, here and in later commands in this folder. Rejects when it cannot be saved: nothing is allowed
   * then.
   */
  async remember(rules: readonly string[]): Promise<void> {
    const { local } = this.#options;
    await addAllowRules(local, rules);
    this.#policies = { ...this.#policies, local: await readPolicyFile(local) };
    this.#engines.clear();
  }

  /** Allows as long as this command runs, in one conversation where it has several, and saves nothing. */
  rememberForSession(rules: readonly string[], conversation?: string): void {
    this.#session.add(rules, conversation);
    this.#engines.clear();
  }

  /** What holds as long as this command runs. */
  ofSession(conversation?: string): readonly string[] {
    return this.#session.of(conversation);
  }

  /** What "always" has saved, the oldest first. */
  async saved(): Promise<readonly string[]> {
    const found = await readPolicyFile(this.#options.local);
    return found?.policy.allow.map(({ rule }) => rule) ?? [];
  }

  /** Takes back what "always" has saved. False for a rule that is not there; rejects when that cannot be written. */
  async forget(rule: string): Promise<boolean> {
    const { local } = this.#options;
    const isTaken = await removeAllowRule(local, rule);
    this.#policies = { ...this.#policies, local: await readPolicyFile(local) };
    this.#engines.clear();
    return isTaken;
  }

  #engine(mode: PermissionMode, conversation?: string): Permissions {
    const policy = this.#session.policyOf(conversation);
    const key = JSON.stringify(policy === undefined ? [mode] : [mode, conversation ?? null]);
    const engine = this.#engines.get(key) ?? this.#build(mode, policy);
    this.#engines.set(key, engine);
    return engine;
  }

  #build(mode: PermissionMode, ofSession: PolicyFile | undefined): Permissions {
    const { commandLine, trusted } = this.#options;
    const engine = { ...this.#options.engine, mode, shells: this.#shells };
    const own = ofSession === undefined ? [] : [{ scope: "local" as const, policy: ofSession }];
    const scoped = [...scopedPolicies(this.#policies, trusted), ...own];
    if (commandLine === undefined) return createPermissions({ ...engine, policies: scoped });
    const policies = [...scoped, { scope: "cli" as const, policy: commandLine }];
    // As `permit --policy` does: the rules stand in place of the built-in list of harmless commands.
    return createPermissions({ ...engine, policies, builtins: "tools" });
  }

  /** A masked secret stands for other words, and a rule that does not read would make everything ask. */
  #isSound(rule: string): boolean {
    if (rule.includes("[secret:")) return false;
    const policy: PolicyFile = { allow: [{ rule, match: [], notMatch: [] }], ask: [], deny: [] };
    return createPermissions({ ...this.#options.engine, policies: [{ scope: "local", policy }] }).warnings.length === 0;
  }
}
