import { setTimeout as pause } from "node:timers/promises";
import type { Tool } from "@toolwright/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { toolOf } from "../../../../runtime/core/test/making.ts";
import { type Answer, WrittenModel } from "../../../../runtime/core/test/support.ts";
import { alice, freshStore } from "../../test/making.ts";
import type { Leases } from "../port/leases.ts";
import { StoreError } from "../port/store-error.ts";
import { openStore, type SqliteStore } from "../sqlite/open-store.ts";
import { storeRuns } from "./store-runs.ts";

const logger = { debug() {}, info() {}, warn() {}, error() {} };

function scene() {
  const ran: string[] = [];
  const send: Tool = toolOf(
    "send",
    async (_, { toolCallId }) => {
      ran.push(toolCallId);
      await pause(Math.random() * 5);
      return "sent";
    },
    { effects: "external", requiresConfirmation: true },
  );
  const config = (answers: readonly Answer[] = [{ text: "end" }]) => ({
    model: new WrittenModel(answers),
    tools: [send],
    logger,
    waiting: "return" as const,
  });
  return { ran, config };
}

const sending = (ids: readonly string[]): Answer => ({
  calls: ids.map((id, n) => ({ id, name: "send", args: { n } })),
});

describe("a run that waits in no process", () => {
  it("goes on where it is when somebody answers in the moment that it is left", async () => {
    const store = freshStore();
    const { ran, config } = scene();
    const { storeRuns: answering, answered } = answeringAsItParks(store);
    const ended = await answering.run(alice, config([sending(["a"]), { text: "end" }]), "go");
    expect(ended).toMatchObject({ stopReason: "stop", questions: [] });
    expect([ran, answered]).toEqual([["a"], ["accepted"]]);
  });

  it("is in the hands of one process, and no answer is lost, however many answer and resume at once", async () => {
    let conflicts = 0;
    for (let round = 0; round < 25; round += 1) {
      const one = freshStore({ pollMs: 5 });
      const others = [0, 1].map(() => openStore({ file: one.file, pollMs: 5 }));
      for (const other of others) onTestFinished(() => other.close());
      const { ran, config } = scene();
      const ids = Array.from({ length: 2 + (round % 3) }, (_, n) => `c${n}`);
      const { questions } = await one.run(alice, config([sending(ids)]), "go");
      const answering = questions.map(async ({ approvalId }, n) => {
        const store = [one, ...others][n % 3] ?? one;
        await pause(Math.random() * 12);
        expect(store.decide(approvalId, { approve: true }).outcome).toBe("accepted");
        await store.resume(alice, config()).catch((error) => {
          if (!StoreError.isInstance(error) || error.code !== "conflict") throw error;
          conflicts += 1;
        });
      });
      await Promise.all(answering);
      // An answer that came with the end of the other's run is taken up as one of a dead process is.
      for (const conversation of one.threads.interrupted()) await one.resume(conversation, config());
      expect(ran.toSorted()).toEqual(ids);
      expect(one.threads.get(alice)?.status).toBe("idle");
    }
    expect(conflicts).toBeGreaterThan(0);
  });
});

/** Runs whose question is answered after they were left, and before that is stored. */
function answeringAsItParks(store: SqliteStore) {
  const answered: string[] = [];
  const leases: Leases = {
    holder: (conversation) => store.leases.holder(conversation),
    acquire(conversation, options) {
      const lease = store.leases.acquire(conversation, options);
      const park = () => {
        for (const { approvalId } of store.approvals.list())
          answered.push(store.decide(approvalId, { approve: true }).outcome);
        lease?.park();
      };
      return lease && { ...lease, park };
    },
  };
  return { storeRuns: storeRuns({ ...store, leases }), answered };
}
