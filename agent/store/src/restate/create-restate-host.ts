import { createHash, randomUUID } from "node:crypto";
import type { AnswerFate, DurableHandler, DurableHost, Json, Logger } from "@toolwright/core";
import { aFunction, aLogger, anObject, aText, checkOptions, either, milliseconds } from "@toolwright/core/internal";
import { EngineClient } from "./engine-client.ts";
import { engineObjects, objectNames } from "./engine-objects.ts";
import { loadSdk } from "./load-sdk.ts";
import { type RestateAddress, restateAddress } from "./restate-address.ts";
import { startWorker } from "./start-worker.ts";

export interface RestateHostOptions {
  /** `restate://HOST:8080`, or what it stands for. */
  readonly engine: string | RestateAddress;
  /** Does turns here. Left out: turns are started, answered and stopped from here, and done elsewhere. */
  readonly handler?: DurableHandler;
  /** Begins the names of its objects in the engine, so that several applications share one. Default `Toolwright`. */
  readonly application?: string;
  /** Milliseconds that a turn stays in a process when it only waits for answers. Default 15,000. */
  readonly restAfterMs?: number;
  /** Hears what the engine's SDK warns of. Default: nobody. */
  readonly logger?: Logger;
}

/**
 * Turns on a Restate engine: whichever worker dies, another one goes on. Resolves when the engine knows this worker.
 * Rejects on Node before 22, without `@restatedev/restate-sdk`, and where no engine answers for 30 s.
 */
export async function createRestateHost(options: RestateHostOptions): Promise<DurableHost> {
  checkHostOptions(options);
  const { engine, handler, application = "Toolwright", restAfterMs = 15_000, logger } = options;
  const address = typeof engine === "string" ? restateAddress(engine) : engine;
  const sdk = await loadSdk();
  const names = objectNames(application);
  const closing = new AbortController();
  const client = new EngineClient(address, closing.signal);
  const worker =
    handler &&
    (await startWorker({
      sdk,
      address,
      client,
      logger,
      services: engineObjects({ sdk, names, handler, client, restAfterMs }),
    }));
  return {
    async start(turn) {
      const hash = hashOf([turn.conversation, turn.input]);
      // Another input under the same id has to come through, to be refused: the engine would answer it with the first
      // one's answer.
      const idempotencyKey = `start:${turn.runId}:${hash}`;
      const body = { ...turn, conversation: { ...turn.conversation }, hash };
      await client.call({ object: names.turn, key: turn.runId, handler: "start", body, idempotencyKey });
    },
    async answer(address, value) {
      // Good for this request alone, so that it can be sent again: a second answer must not get the fate of the first
      // one.
      const idempotencyKey = `answer:${randomUUID()}:${hashOf(value)}`;
      const said = { object: names.decision, key: address, handler: "answer", body: { value }, idempotencyKey };
      return fateOf(await client.call(said));
    },
    async cancel(runId) {
      await client.call({ object: names.turn, key: runId, handler: "cancel" });
    },
    result: (runId) => client.call({ object: names.turn, key: runId, handler: "result" }),
    async close() {
      await worker?.close();
      closing.abort();
    },
  };
}

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

function checkHostOptions(options: RestateHostOptions): void {
  checkOptions<RestateHostOptions>(options, {
    of: "createRestateHost",
    rules: {
      engine: either(aText, anObject),
      handler: aFunction,
      application: {
        form: "a letter, then at most 63 letters, digits and underscores",
        fits: (value) => typeof value === "string" && NAME.test(value),
      },
      restAfterMs: milliseconds,
      logger: aLogger,
    },
    needed: ["engine"],
  });
}

function fateOf(answer: Json): AnswerFate {
  return answer === "taken" || answer === "too_late" ? answer : "unknown";
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url");
}
