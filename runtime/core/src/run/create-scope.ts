import { Alarm } from "../async/alarm.ts";
import type { EveryField } from "../every-field.ts";
import { SILENT } from "../journal/activity-sink.ts";
import { type Stoppable, stoppable } from "../journal/stoppable-sink.ts";
import { consoleLogger } from "../logging/console-logger.ts";
import { scrubbedLogger } from "../logging/scrubbed-logger.ts";
import { CallIds } from "../model/call-ids.ts";
import { makeScrubber } from "../secrets/make-scrubber.ts";
import type { Scrubber } from "../secrets/scrubber.ts";
import type { Conversation } from "../tool/conversation.ts";
import { lazy } from "../tool/lazy.ts";
import { beginStep } from "../tool/step-of.ts";
import type { Middleware } from "./call-states.ts";
import { ApprovalQueue } from "./policy.ts";
import type { RunnerOptions } from "./runner-options.ts";
import type { Scope } from "./scope.ts";

/** What a scope is made from. */
export interface ScopeStart extends Pick<Scope, "execute" | "callsInside"> {
  readonly options: RunnerOptions;
  readonly middleware: readonly Middleware[];
  /** Who stops everything that runs under it; undefined where each call has a signal of its own. */
  readonly stop?: Stoppable;
}

/** Loaded where there are secrets, before anything runs. */
const masking = lazy(() => import("../secrets/scrubber-for.ts"));

const NOBODY: Conversation = Object.freeze({ channel: "", chatId: "" });

/** The scope of a runner; continues the numbering of the journal that it writes to. */
export async function createScope({ options, middleware, execute, callsInside, stop }: ScopeStart): Promise<Scope> {
  const { secrets } = options;
  const scrubber = secrets === undefined ? shapesAlone() : (await masking()).scrubberFor(secrets);
  const given = options.activity ?? SILENT;
  const activity = stop === undefined ? given : stoppable(given, stop);
  await activity.sync();
  const logger = options.logger === undefined ? consoleLogger(scrubber) : scrubbedLogger(options.logger, scrubber);
  return {
    options,
    registry: options.registry,
    activity,
    scrubber,
    logger,
    deps: options.deps === undefined ? NO_DEPS : depsOf(options.deps),
    ids: new CallIds(scrubber),
    approvals: new ApprovalQueue(),
    alarm: new Alarm(),
    middleware,
    outputs: { cache: options.outputCache },
    now: options.now === undefined ? () => new Date() : () => options.now?.() ?? new Date(),
    execute,
    callsInside,
    conversation: options.conversation ?? NOBODY,
    runId: "",
    memory: undefined,
    signal: undefined,
    halt: { why: undefined, ...beginStep() },
    active: undefined,
    registered: undefined,
    subTools: undefined,
    resolve: undefined,
    approver: options.approver,
    onOutput: undefined,
    toolCallId: "",
    attempt: 1,
    parentId: undefined,
    depth: 0,
    resumed: undefined,
    replayed: undefined,
    inReplay: undefined,
    place: undefined,
    questions: undefined,
    deadline: undefined,
    foreseen: undefined,
  } satisfies EveryField<Scope>;
}

let shapes: Scrubber | undefined;

/** The scrubber of everybody who names no secrets. */
function shapesAlone(): Scrubber {
  shapes ??= makeScrubber();
  return shapes;
}

/** Nothing is inherited: a name that was not given is undefined. */
function depsOf(given: object): Readonly<Record<string, unknown>> {
  return Object.freeze(Object.assign(Object.create(null), given));
}

const NO_DEPS = depsOf({});
