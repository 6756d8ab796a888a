import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DurableHandler, DurableHost, DurableRun, DurableTurn, Json, StepPolicy } from "../src/index.ts";
import { wait } from "./support.ts";

/** Opens hosts over one engine, any number at once. Turns are new to it: ids are random. */
export type OpenHost = (handler?: DurableHandler) => Promise<DurableHost>;

const newId = () => crypto.randomUUID();
const turnOf = (input: Json = null, chatId = newId()): DurableTurn => ({
  conversation: { channel: "contract", chatId },
  runId: newId(),
  input,
});
/** Work that does not end. */
const endless = () => new Promise<never>(() => undefined);

/** What every engine behind `DurableHost` does. */
export function hostContract(name: string, open: OpenHost): void {
  const playing = async <T>(
    handler: DurableHandler | undefined,
    play: (host: DurableHost) => Promise<T>,
  ): Promise<T> => {
    const host = await open(handler);
    try {
      return await play(host);
    } finally {
      await host.close();
    }
  };

  describe(`${name}: turns`, () => {
    it("are done once, however often they are started, and a known one is not started with another input", async () => {
      const begun: string[] = [];
      const handler: DurableHandler = async (run, { input }) => {
        begun.push(run.runId);
        return { input };
      };
      await playing(handler, async (host) => {
        const turn = turnOf({ say: "hi" });
        await Promise.all([host.start(turn), host.start(turn)]);
        expect(await host.result(turn.runId)).toEqual({ input: { say: "hi" } });
        await host.start(turn);
        await expect(host.start({ ...turn, input: "other" })).rejects.toThrow("another input");
        expect(await host.result(turn.runId)).toEqual({ input: { say: "hi" } });
        expect(begun).toEqual([turn.runId]);
      });
    });

    it("of one conversation come one after the other, and those of two at once", async () => {
      let working = 0;
      const seen: number[] = [];
      const handler: DurableHandler = async () => {
        working += 1;
        await wait(150);
        seen.push(working);
        working -= 1;
        return null;
      };
      await playing(handler, async (host) => {
        const all = async (turns: readonly DurableTurn[]) => {
          await Promise.all(turns.map((turn) => host.start(turn)));
          await Promise.all(turns.map(({ runId }) => host.result(runId)));
          return seen.splice(0);
        };
        const chatId = newId();
        expect(await all([turnOf(1, chatId), turnOf(2, chatId), turnOf(3, chatId)])).toEqual([1, 1, 1]);
        expect(Math.max(...(await all([turnOf(), turnOf(), turnOf()])))).toBe(3);
      });
    });
  });

  describe(`${name}: steps`, () => {
    it("are known to later attempts, in whichever order these ask", async () => {
      const done: string[] = [];
      const attempts: Json[][] = [];
      await playing(failingOnce(done, attempts), async (host) => {
        const turn = turnOf();
        await host.start(turn);
        await host.result(turn.runId);
        expect(done).toEqual(["model:0", "a", "b", "c"]);
        const [first = [], second = []] = attempts;
        expect(second.toReversed()).toEqual(first);
        expect(first[1]).toEqual({ key: "a", idempotencyKey: `${turn.runId}/a` });
      });
    });

    it("run beside each other, and one key once at a time", async () => {
      const handler: DurableHandler = async (run) => {
        const began = performance.now();
        let times = 0;
        const work = async () => {
          times += 1;
          await wait(300);
          return times;
        };
        const keys = ["a", "b", "c", "d", "d"];
        await Promise.all(keys.map((key) => run.step(key, work, "once")));
        return { times, isFast: performance.now() - began < 1_000 };
      };
      await playing(handler, async (host) => {
        const turn = turnOf();
        await host.start(turn);
        expect(await host.result(turn.runId)).toEqual({ times: 4, isFast: true });
      });
    });

    it("pass on what their work rejects with, and keep it not", async () => {
      const handler: DurableHandler = async (run) => {
        let times = 0;
        const work = async () => {
          times += 1;
          if (times === 1) throw new Error("not today");
          return times;
        };
        const said = await run.step("a", work, "repeatable").catch(({ message }: Error) => message);
        return [said, await run.step("a", work, "repeatable")];
      };
      await playing(handler, async (host) => {
        const turn = turnOf();
        await host.start(turn);
        expect(await host.result(turn.runId)).toEqual(["not today", 2]);
      });
    });

    it("that broke off are done again where they may, and are unknown where not", async () => {
      const begun: string[] = [];
      const turn = turnOf();
      const attempt =
        (work: () => Promise<Json>): DurableHandler =>
        async (run) => {
          const step = (key: string, policy: StepPolicy) =>
            run
              .step(
                key,
                async ({ attempt }) => {
                  begun.push(`${key} ${Math.min(attempt, 2)}`);
                  return work();
                },
                policy,
              )
              .catch((error) => String(error.code));
          await run.step("before", async () => 1, "repeatable");
          return Promise.all([step("again", "repeatable"), step("never", "once")]);
        };
      const first = await open(attempt(endless));
      await first.start(turn);
      await expect.poll(() => begun).toHaveLength(2);
      await first.close();
      await playing(
        attempt(async () => "done"),
        async (second) => {
          expect(await second.result(turn.runId)).toEqual(["done", "outcome_unknown"]);
          expect(begun.toSorted()).toEqual(["again 1", "again 2", "never 1"]);
        },
      );
    });

    it("lose nothing and double nothing, wherever attempts fail and in whichever order they ask", async () => {
      const plays = new Map<string, Play>();
      const handler: DurableHandler = (run, { runId }) => (plays.get(runId) ?? new Play([])).attempt(run);
      await playing(handler, async (host) => {
        const steps = fc.record({
          policy: fc.constantFrom<StepPolicy>("once", "repeatable"),
          failsIn: fc.constantFrom(0, 0, 0, 1, 2),
          together: fc.boolean(),
        });
        const property = fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 6 }), async (script) => {
          const turn = turnOf();
          const play = new Play(script);
          plays.set(turn.runId, play);
          await host.start(turn);
          const result = await host.result(turn.runId);
          expect(result).toEqual(play.firstValues());
          for (const [index, { policy }] of script.entries()) {
            const runs = play.runs(index);
            if (policy === "once") expect(runs).toBeLessThanOrEqual(1);
            expect(play.runsAfterSettling(index)).toBe(0);
          }
        });
        await fc.assert(property, { numRuns: 20, endOnFailure: true });
      });
    });
  });

  describe(`${name}: decisions`, () => {
    const asking =
      (until?: number): DurableHandler =>
      async (run) => {
        const { address, answer } = run.decision("may", until === undefined ? undefined : new Date(Date.now() + until));
        return { address, answer: await answer };
      };

    it("take one answer, from whichever host, by two at once or twice", async () => {
      await playing(asking(), async (host) => {
        await playing(undefined, async (other) => {
          const turn = turnOf();
          await host.start(turn);
          const address = `${turn.runId}/may`;
          expect(await other.answer(`${turn.runId}/other`, 1)).toBe("unknown");
          let fate = await other.answer(address, { yes: 1 });
          while (fate === "unknown") fate = await other.answer(address, { yes: 1 });
          expect(fate).toBe("taken");
          expect(await Promise.all([host.answer(address, { yes: 1 }), other.answer(address, 2)])).toEqual([
            "too_late",
            "too_late",
          ]);
          expect(await other.result(turn.runId)).toEqual({ address, answer: { yes: 1 } });
          expect(await host.answer(address, 3)).toBe("too_late");
        });
      });
    });

    it("have one winner of ten answers at once, and the run gets that", async () => {
      await playing(asking(), async (host) => {
        const turn = turnOf();
        await host.start(turn);
        const address = `${turn.runId}/may`;
        const fates: string[] = [];
        const answers = Array.from({ length: 10 }, async (_, n) => {
          let fate = await host.answer(address, n);
          while (fate === "unknown") fate = await host.answer(address, n);
          fates[n] = fate;
        });
        await Promise.all(answers);
        expect(fates.filter((fate) => fate === "taken")).toHaveLength(1);
        expect(await host.result(turn.runId)).toEqual({ address, answer: fates.indexOf("taken") });
      });
    });

    it("expire, and an answer after that is too late", async () => {
      await playing(asking(300), async (host) => {
        const turn = turnOf();
        await host.start(turn);
        const address = `${turn.runId}/may`;
        expect(await host.result(turn.runId)).toEqual({ address, answer: "expired" });
        expect(await host.answer(address, "yes")).toBe("too_late");
      });
    });

    it("are answered while no worker lives", async () => {
      const first = await open(asking());
      const turn = turnOf();
      const address = `${turn.runId}/may`;
      await first.start(turn);
      await wait(400);
      await first.close();
      await playing(undefined, async (other) => {
        const fate = other.answer(address, "yes");
        await playing(asking(), async (second) => {
          expect(await fate).toBe("taken");
          expect(await second.result(turn.runId)).toEqual({ address, answer: "yes" });
        });
      });
    });
  });

  describe(`${name}: time and stops`, () => {
    it("sleeps until a time, and not at all until one that has passed", async () => {
      const handler: DurableHandler = async (run) => {
        const began = Date.now();
        await run.sleepUntil("past", new Date(began - 1_000));
        await run.sleepUntil("nap", new Date(began + 400));
        return Date.now() - began;
      };
      await playing(handler, async (host) => {
        const turn = turnOf();
        await host.start(turn);
        const slept = Number(await host.result(turn.runId));
        expect(slept).toBeGreaterThanOrEqual(400);
        expect(slept).toBeLessThan(5_000);
      });
    });

    it("tells a run that it is to stop, while it works and while it waits", async () => {
      const handler: DurableHandler = async (run, { input }) => {
        const stopped = new Promise<string>((resolve) =>
          run.cancelled.addEventListener("abort", () => resolve("stopped")),
        );
        const waiting = input === "work" ? run.step("work", () => stopped, "once") : run.decision("never").answer;
        return Promise.race([waiting, stopped]);
      };
      await playing(handler, async (host) => {
        for (const input of ["work", "wait"]) {
          const turn = turnOf(input);
          await host.start(turn);
          await wait(200);
          await host.cancel(turn.runId);
          expect(await host.result(turn.runId)).toBe("stopped");
        }
        await host.cancel("nothing");
      });
    });
  });
}

interface Scripted {
  readonly policy: StepPolicy;
  /** Attempts that fail right after this step has settled. */
  readonly failsIn: number;
  readonly together: boolean;
}

/** A turn that fails where its script says, and asks for its steps in another order every time. */
class Play {
  readonly #script: readonly Scripted[];
  #attempts = 0;
  readonly #runs: { readonly index: number; readonly isSettled: boolean }[] = [];
  readonly #values = new Map<number, Json>();

  constructor(script: readonly Scripted[]) {
    this.#script = script;
  }

  async attempt(run: DurableRun): Promise<Json> {
    const attempt = (this.#attempts += 1);
    const indexes = this.#script.map((_, index) => index);
    const order = attempt % 2 === 0 ? indexes.toReversed() : indexes;
    const together = order.filter((index) => this.#script[index]?.together);
    const alone = order.filter((index) => !together.includes(index));
    const step = async (index: number) => {
      const { policy, failsIn } = this.#script[index] ?? { policy: "once", failsIn: 0 };
      const work = async () => {
        this.#runs.push({ index, isSettled: this.#values.has(index) });
        return { index, attempt };
      };
      // Another step has failed the attempt before this one was kept.
      const unknown = ({ code }: { readonly code?: string }) => {
        if (code === "outcome_unknown") return code;
        throw new Error("The step has failed.");
      };
      const value: Json = await run.step<Json>(`step:${index}`, work, policy).catch(unknown);
      const known = this.#values.get(index);
      if (known === undefined) this.#values.set(index, value);
      else expect(value).toEqual(known);
      if (failsIn === attempt) throw new Error("scripted failure");
    };
    await Promise.all(together.map(step));
    for (const index of alone) await step(index);
    return this.firstValues();
  }

  firstValues(): Json {
    return this.#script.map((_, index) => this.#values.get(index) ?? null);
  }

  runs(index: number): number {
    return this.#runs.filter((one) => one.index === index).length;
  }

  runsAfterSettling(index: number): number {
    return this.#runs.filter((one) => one.index === index && one.isSettled).length;
  }
}

/** Takes four steps and fails; its second attempt asks for them the other way round. */
function failingOnce(done: string[], attempts: Json[][]): DurableHandler {
  return async (run) => {
    const keys = ["model:0", "a", "b", "c"];
    const results: Json[] = [];
    attempts.push(results);
    const isFirst = attempts.length === 1;
    const step = async (key: string, idempotencyKey: string) => {
      done.push(key);
      return { key, idempotencyKey };
    };
    for (const key of isFirst ? keys : keys.toReversed()) {
      const policy = key === "b" ? "repeatable" : "once";
      results.push(await run.step(key, ({ idempotencyKey }) => step(key, idempotencyKey), policy));
    }
    if (isFirst) throw new Error("This attempt has failed.");
    return null;
  };
}
