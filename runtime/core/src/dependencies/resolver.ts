import { createAsyncStorage } from "../async/async-storage.ts";
import type { RunMemory } from "../run/run-memory.ts";
import type { RunnerOptions } from "../run/runner-options.ts";
import type { Scope } from "../run/scope.ts";
import { nearestName } from "../text/nearest-name.ts";
import type { Conversation } from "../tool/conversation.ts";
import type { DependencyKey, DependencyOverrides, Resolve } from "../tool/dependency.ts";
import { isOfKnownKey } from "../tool/dependency.ts";
import { lazy } from "../tool/lazy.ts";
import type { Logger } from "../tool/logger.ts";
import { isSharedOutsideRuns } from "../tool/shared-outside-runs.ts";
import type { DependencyHolder } from "./holder.ts";
import { sharedDependencies } from "./holder.ts";
import { valuesOutsideRuns } from "./outside-runs.ts";
import { DependencyValues, type Made } from "./values.ts";

export { sharedDependencies } from "./holder.ts";
export { DependencyValues } from "./values.ts";

/** Where a key's value comes from, and how long it lives. */
export interface ResolverOptions {
  readonly overrides: DependencyOverrides | undefined;
  /** What the policy brings; overrides win. */
  readonly provided?: DependencyOverrides | undefined;
  readonly call: DependencyValues;
  /** Undefined outside a run: run-scoped values then live as long as the call. */
  readonly run: DependencyValues | undefined;
  /** For keys that are shared outside a run. */
  readonly outsideRuns?: (() => DependencyValues) | undefined;
  /** What outlives a run. Undefined: nothing does. */
  readonly holder?: DependencyHolder | undefined;
  readonly conversation?: Conversation | undefined;
  /** The ids that were asked for. */
  readonly asked?: Set<string> | undefined;
}

const explaining = lazy(() => import("./no-key.ts"));

type Lifetime = NonNullable<DependencyKey<unknown>["scope"]>;

/** From the shortest to the longest. */
const LIFETIMES: readonly Lifetime[] = ["call", "run", "conversation", "process"];

/** The value that the running code is making: it may resolve others through a `resolve` that it has from elsewhere. */
const making = createAsyncStorage<Made>();

/** Makes `ctx.resolve`: overrides first, then the scope's cache, then `create`. A circle rejects. */
function createResolver(options: ResolverOptions): Resolve {
  return resolverFor(options, { least: "call" });
}

/** The `ctx.resolve` of a call, whose own values are kept in `call`. */
export function resolverOf({ options, memory, conversation }: Scope, call: DependencyValues): Resolve {
  if (memory !== undefined) memory.dependencies ??= new DependencyValues();
  return createResolver({
    overrides: options.overrides,
    provided: options.policy?.provides,
    call,
    run: memory?.dependencies,
    outsideRuns: () => valuesOutsideRuns(options, conversation),
    holder: options.dependencies ?? sharedDependencies,
    conversation,
    asked: memory?.asked,
  });
}

/** For what a value needs: it lives as long as that value. */
interface Needing {
  readonly least: Lifetime;
  readonly given?: Made;
}

function resolverFor(options: ResolverOptions, { least, given }: Needing): Resolve {
  return async <T>(key: DependencyKey<T>): Promise<T> => {
    options.asked?.add(key.id);
    const from = given ?? making?.getStore();
    const override = options.overrides?.get(key.id) ?? options.provided?.get(key.id);
    if (!isKey(key, override !== undefined)) throw (await explaining()).noKey(key, LIFETIMES);
    const lifetime = longest(key.scope ?? "call", least);
    if (override === undefined) {
      const create = (made: Made) => key.create(resolverFor(options, { least: lifetime, given: made }));
      const make = async (made: Made) => (making === undefined ? create(made) : making.run(made, () => create(made)));
      const outside = lifetime === "run" && options.run === undefined && isSharedOutsideRuns(key);
      const values = (outside ? options.outsideRuns?.() : undefined) ?? scopeOf(options, lifetime);
      return values.get(key, { from, make });
    }
    // What an override gives belongs to who gave it, where the value of the key would outlive the run.
    const disposes = lifetime === "call" || lifetime === "run";
    // A key's id stands for one type: an override is made for the key whose id it carries.
    const make = async () => (await override()) as T;
    return scopeOf(options, disposes ? lifetime : "run").get(key, { from, disposes, make });
  };
}

function isKey({ create, scope = "call" }: DependencyKey<unknown>, isOverridden: boolean): boolean {
  return (isOverridden || typeof create === "function") && LIFETIMES.includes(scope);
}

function longest(one: Lifetime, other: Lifetime): Lifetime {
  return LIFETIMES.indexOf(one) > LIFETIMES.indexOf(other) ? one : other;
}

/** Where the next longer lifetime is not to be had, a value lives as long as it can. */
function scopeOf({ holder, conversation, run, call }: ResolverOptions, lifetime: Lifetime): DependencyValues {
  if (lifetime === "process" && holder !== undefined) return holder.process;
  const ofConversation = lifetime === "conversation" ? holder?.of(conversation) : undefined;
  return ofConversation ?? (lifetime === "call" ? call : (run ?? call));
}

/** Disposes of what a run has resolved, and says which overrides it had no use for. Never rejects. */
export async function endDependencies(memory: RunMemory, options: RunnerOptions, logger: Logger): Promise<void> {
  warnOfUnmatched(memory, options, logger);
  await memory.dependencies?.dispose((error) => logger.error("A dependency could not be disposed of", { error }));
}

/**
 * Warns, once for each id, of overrides that nothing in a run has asked for although it asked for others: a misspelt id
 * replaces nothing, and the tool worked with the real thing.
 */
function warnOfUnmatched({ asked }: RunMemory, options: RunnerOptions, logger: Logger): void {
  const { overrides = new Map<string, () => unknown>(), dependencies = sharedDependencies } = options;
  if (asked.size === 0) return;
  for (const [id, create] of overrides) {
    if (asked.has(id) || isOfKnownKey(create) || !dependencies.isNew(`overrides ${id}`)) continue;
    const near = nearestName(id, [...asked]);
    const hint = near === undefined ? `It asked for ${[...asked].join(", ")}.` : `Did you mean ${near}?`;
    logger.warn(
      `overrides: nothing in this run asked for ${JSON.stringify(id)}. ${hint} override(KEY, create) takes the id from the key.`,
    );
  }
}
