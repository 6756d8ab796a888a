import type { InvocationId, ObjectContext, TerminalError } from "@restatedev/restate-sdk";
import type { AnswerFate, DurableHandler, DurableTurn, Json } from "@toolwright/core";
import type { SignalValue } from "./carried-run.ts";
import { carryTurn } from "./carry-turn.ts";
import type { EngineClient } from "./engine-client.ts";
import type { RestateSdk } from "./load-sdk.ts";

/** What the objects of one application are called in the engine. */
export interface ObjectNames {
  /** One for each conversation: its turns, one at a time. */
  readonly conversation: string;
  /** One for each turn: starts it once, knows its invocation. */
  readonly turn: string;
  /** One for each question: takes one answer. */
  readonly decision: string;
}

export function objectNames(application: string): ObjectNames {
  return { conversation: `${application}Conversation`, turn: `${application}Turn`, decision: `${application}Decision` };
}

/** A turn as it is started; the hash is of its conversation and input. */
export type StartedTurn = DurableTurn & { readonly hash: string };

export interface ObjectsOptions {
  readonly sdk: RestateSdk;
  readonly names: ObjectNames;
  readonly handler: DurableHandler;
  readonly client: EngineClient;
  readonly restAfterMs: number;
}

/** How long a turn that has ended, and a question, are known: a second start or answer is told from a first one. */
const KNOWN_MS = 7 * 24 * 60 * 60 * 1_000;

/** Workers may be away for a weekend: everything is tried until there are some, and soon after. */
const UNTIL_THERE = { initialInterval: 50, exponentiationFactor: 2, maxInterval: 500, maxAttempts: 1_000_000_000 };

/** What the engine calls in workers. */
export function engineObjects(options: ObjectsOptions) {
  return [conversationObject(options), turnObject(options), decisionObject(options)];
}

function conversationObject({ sdk, names, handler, client, restAfterMs }: ObjectsOptions) {
  const run = (ctx: ObjectContext, turn: DurableTurn): Promise<Json> => {
    const invocation = ctx.request().id;
    const wake = (signal: string) => {
      const said = { object: names.turn, key: turn.runId, handler: "wake", body: { invocation, signal } };
      // Where this fails the engine is gone, and with it the attempt.
      client.call(said).catch(() => undefined);
    };
    const open = async ({ address, ...question }: { readonly address: string; readonly signal: string }) => {
      await client.call({ object: names.decision, key: address, handler: "open", body: { ...question, invocation } });
    };
    return carryTurn({ sdk, ctx, turn, handler, open, wake, beatMs: restAfterMs });
  };
  return sdk.object({
    name: names.conversation,
    handlers: { run },
    options: {
      explicitCancellation: true,
      // While anything is done an entry comes more often: who says nothing for so long only waits.
      inactivityTimeout: 4 * restAfterMs,
      abortTimeout: { hours: 1 },
      idempotencyRetention: KNOWN_MS,
      retryPolicy: UNTIL_THERE,
    },
  });
}

interface KnownTurn {
  readonly hash: string;
  readonly invocation: InvocationId;
}

function turnObject({ sdk, names }: ObjectsOptions) {
  const known = (ctx: Pick<ObjectContext, "get">) => ctx.get<KnownTurn>("turn");
  return sdk.object({
    name: names.turn,
    options: { retryPolicy: UNTIL_THERE },
    handlers: {
      start: async (ctx: ObjectContext, { hash, ...turn }: StartedTurn): Promise<void> => {
        const earlier = await known(ctx);
        if (earlier !== null) {
          if (earlier.hash !== hash) throw refusal(sdk, 409, `The run ${turn.runId} was started with another input.`);
          return;
        }
        const { channel, chatId } = turn.conversation;
        const sent = ctx.genericSend({
          service: names.conversation,
          method: "run",
          key: JSON.stringify([channel, chatId]),
          parameter: turn,
          inputSerde: JSON_SERDE,
          idempotencyKey: `${turn.runId}:${hash}`,
        });
        ctx.set("turn", { hash, invocation: await sent.invocationId });
      },
      cancel: async (ctx: ObjectContext): Promise<void> => {
        const turn = await known(ctx);
        if (turn !== null) ctx.invocation(turn.invocation).cancel();
      },
      wake: sdk.handlers.object.shared(
        async (ctx, wish: { invocation: InvocationId; signal: string }): Promise<void> => {
          ctx.invocation(wish.invocation).signal<null>(wish.signal).resolve(null);
        },
      ),
      result: sdk.handlers.object.shared(async (ctx): Promise<Json> => {
        const turn = await ctx.get<KnownTurn>("turn");
        if (turn === null) throw refusal(sdk, 404, "There is no such run.");
        return ctx.invocation(turn.invocation).attach<Json>();
      }),
    },
  });
}

interface Question {
  readonly invocation: InvocationId;
  readonly signal: string;
  readonly until?: number;
}

interface KnownQuestion extends Question {
  readonly answer?: SignalValue;
}

/** The engine itself takes any number of answers to a signal and says yes to each: the first one is chosen here. */
function decisionObject({ sdk, names }: ObjectsOptions) {
  const settle = (ctx: ObjectContext, question: KnownQuestion, answer: SignalValue) => {
    ctx.set("question", { ...question, answer });
    ctx.invocation(question.invocation).signal<SignalValue>(question.signal).resolve(answer);
  };
  const later = (ctx: ObjectContext, method: "expire" | "forget", delay: number) =>
    void ctx.genericSend({
      service: names.decision,
      method,
      key: ctx.key,
      parameter: null,
      inputSerde: JSON_SERDE,
      delay,
    });
  return sdk.object({
    name: names.decision,
    options: { retryPolicy: UNTIL_THERE },
    handlers: {
      open: async (ctx: ObjectContext, asked: Question): Promise<void> => {
        if ((await ctx.get<KnownQuestion>("question")) !== null) return;
        ctx.set("question", asked);
        if (asked.until !== undefined) later(ctx, "expire", Math.max(0, asked.until - (await ctx.date.now())));
      },
      answer: async (ctx: ObjectContext, { value }: { value: Json }): Promise<AnswerFate> => {
        const question = await ctx.get<KnownQuestion>("question");
        if (question === null) return "unknown";
        if (question.answer !== undefined) return "too_late";
        settle(ctx, question, { value });
        later(ctx, "forget", KNOWN_MS);
        return "taken";
      },
      expire: async (ctx: ObjectContext): Promise<void> => {
        const question = await ctx.get<KnownQuestion>("question");
        if (question === null || question.answer !== undefined) return;
        settle(ctx, question, { expired: true });
        later(ctx, "forget", KNOWN_MS);
      },
      forget: async (ctx: ObjectContext): Promise<void> => ctx.clearAll(),
    },
  });
}

/** The SDK's own does not fit its own types where absent is not undefined. */
const JSON_SERDE = {
  contentType: "application/json",
  serialize: (value: unknown) => Buffer.from(JSON.stringify(value)),
  deserialize: (data: Uint8Array) => JSON.parse(Buffer.from(data).toString()),
};

function refusal(sdk: RestateSdk, errorCode: number, message: string): TerminalError {
  return new sdk.TerminalError(message, { errorCode });
}
