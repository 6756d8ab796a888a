import { isStopped } from "../async/abort.ts";
import { andThen, type MaybePromise } from "../async/and-then.ts";
import { lazy } from "../tool/lazy.ts";
import type { Tool } from "../tool/tool.ts";
import { decided } from "./decide.ts";
import type { Scope } from "./scope.ts";
import { AuthorisedCall, type Ended, type ReadCall } from "./stages.ts";

const rare = lazy(() => import("./rare-endings.ts"));

/** The second phase: is it redundant, does the policy allow it, does a person have to be asked? */
export function authorise(read: ReadCall, scope: Scope): MaybePromise<AuthorisedCall | Ended> {
  const { why } = scope.halt;
  if (isStopped(scope.signal)) return stopped();
  if (why !== undefined) return andThen(rare(), ({ refuseHalted }) => refuseHalted(why));
  const earlier = earlierTwin(read, scope);
  if (earlier !== undefined) return andThen(rare(), ({ refuseRepetition }) => refuseRepetition(earlier));
  return andThen(allow(read, scope), (allowed) => {
    if (allowed.stage === "ended") {
      scope.memory?.reads.forget(read.key, read.toolCallId);
      return allowed;
    }
    if (isStopped(scope.signal)) return stopped();
    if (!isWatched(read.tool, scope)) scope.memory?.reads.clear();
    return new AuthorisedCall(allowed);
  });
}

function stopped(): MaybePromise<Ended> {
  return andThen(rare(), ({ refuseStopped }) => refuseStopped());
}

/** Its repetition is taken to tell nothing new. */
function isWatched({ effects }: Tool, { options }: Scope): boolean {
  return effects.kind === "read" || (effects.kind === undefined && options.redundancy === "all");
}

/** The id of the call that this one would repeat. A call that repeats none is remembered. */
function earlierTwin(read: ReadCall, scope: Scope): string | undefined {
  const { memory, options } = scope;
  if (memory === undefined || options.redundancy === "off" || scope.depth > 0) return undefined;
  if (!isWatched(read.tool, scope) || read.tool.effects.volatile) return undefined;
  const { key } = read;
  const earlier = key && memory.reads.earlier(key);
  if (key !== undefined && earlier === undefined) memory.reads.remember(key, read.toolCallId);
  return earlier;
}

/** Without a policy, and without a wish of the tool's own, registering it was the authorisation. */
function allow(read: ReadCall, scope: Scope): MaybePromise<ReadCall | Ended> {
  const asks = read.tool.spec.requiresConfirmation;
  if (scope.options.policy === undefined && (asks === undefined || asks === false)) return read;
  return decided(read, scope);
}
