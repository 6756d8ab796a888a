import type { JsonObject } from "../../json/json.ts";
import { lazy } from "../../tool/lazy.ts";
import type { Tool } from "../../tool/tool.ts";
import { andThen, type MaybePromise } from "../and-then.ts";
import type { CallEnv } from "../call-env.ts";
import { isStopped } from "../perform/until-aborted.ts";
import type { ReadCall } from "../read/read-call.ts";
import { Settlement } from "../settlement.ts";
import { stopped } from "../stopped.ts";

const repetition = lazy(() => import("./repetition.ts"));
const deciding = lazy(() => import("./decide-and-ask.ts"));

/** A call that may run, as it was approved. Only this module can make one. */
class Authorised {
  readonly toolCallId: string;
  readonly tool: Tool;
  readonly input: unknown;
  readonly arguments: JsonObject;
  // A private field makes the type nominal: no object literal fits it.
  readonly #authorised = true;

  constructor(read: Omit<ReadCall, "repairs" | "key">) {
    this.toolCallId = read.toolCallId;
    this.tool = read.tool;
    this.input = read.input;
    this.arguments = read.arguments;
  }

  /** The same call for others to look at: what they do to it changes nothing. */
  shownWith(input: unknown, args: JsonObject): Authorised {
    const shown = new Authorised({ ...this, input, arguments: args });
    Object.freeze(shown);
    return shown;
  }

  /** Always true; reading it is what keeps the private field alive. */
  get isAuthorised(): boolean {
    return this.#authorised;
  }
}

/** A call that may run. Only {@link authorise} makes one. */
export type AuthorisedCall = Authorised;

/** The second phase: is it redundant, does the policy allow it, does a person have to be asked? */
export function authorise(read: ReadCall, env: CallEnv): MaybePromise<AuthorisedCall | Settlement> {
  if (isStopped(env.signal)) return stopped();
  const earlier = earlierTwin(read, env);
  if (earlier !== undefined) return andThen(repetition(), ({ redundant }) => redundant(earlier));
  return andThen(allow(read, env), (allowed) => {
    if (allowed instanceof Settlement) {
      env.memory?.reads.release(read.key, read.toolCallId);
      return allowed;
    }
    if (isStopped(env.signal)) return stopped();
    if (!isWatched(read.tool, env)) env.memory?.reads.clear();
    return new Authorised(allowed);
  });
}

/** Its repetition is taken to tell nothing new. */
function isWatched({ effects }: Tool, { core }: CallEnv): boolean {
  return effects.kind === "read" || (effects.kind === undefined && core.options.redundancy === "all");
}

/** The id of the call that this one would repeat. A call that repeats none is remembered. */
function earlierTwin(read: ReadCall, env: CallEnv): string | undefined {
  const { memory, core } = env;
  if (memory === undefined || core.options.redundancy === "off" || env.depth > 0) return undefined;
  if (!isWatched(read.tool, env) || read.tool.effects.volatile) return undefined;
  const { key } = read;
  const earlier = key && memory.reads.earlier(key);
  if (key !== undefined && earlier === undefined) memory.reads.reserve(key, read.toolCallId);
  return earlier;
}

/** Without a policy, and without a wish of the tool's own, registering it was the authorisation. */
function allow(read: ReadCall, env: CallEnv): MaybePromise<ReadCall | Settlement> {
  const asks = read.tool.spec.requiresConfirmation;
  if (env.core.options.policy === undefined && (asks === undefined || asks === false)) return read;
  return andThen(deciding(), ({ decideAndAsk }) => decideAndAsk(read, env));
}
