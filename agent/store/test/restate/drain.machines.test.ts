import type { DurableHandler } from "@toolwright/core";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { createRestateHost } from "../../src/restate.ts";
import { freshApplication, statusesOf } from "./support/fresh-application.ts";

const engine = inject("restate");

describe.skipIf(engine === undefined)("a new version at an address of its own", () => {
  const version = async (name: string, application: string) => {
    const { engine } = await freshApplication();
    const handler: DurableHandler = async (run) => {
      const began = await run.step("began", async () => name, "once");
      const answer = await run.decision("go").answer;
      return { began, answer, ended: await run.step("ended", async () => name, "once") };
    };
    const host = await createRestateHost({ engine, application, handler, restAfterMs: 100 });
    onTestFinished(() => host.close());
    return host;
  };
  const turnOf = (chatId: string) => ({
    conversation: { channel: "drain", chatId },
    runId: crypto.randomUUID(),
    input: null,
  });

  it("takes new turns, of old conversations too, while the old one ends its own", async () => {
    const { application } = await freshApplication();
    const old = await version("old", application);
    const [mine, other] = [turnOf("a"), turnOf("b")];
    await old.start(mine);
    // It has begun, and rests.
    await expect.poll(() => statusesOf(application)).toEqual(["suspended"]);
    const young = await version("young", application);
    await young.start(other);
    const next = turnOf("a");
    await young.start(next);
    for (const turn of [mine, other, next])
      await expect.poll(() => young.answer(`${turn.runId}/go`, "yes")).toMatch(/taken|too_late/);
    const began = async ({ runId }: { readonly runId: string }) => young.result(runId);
    expect(await began(mine)).toEqual({ began: "old", answer: "yes", ended: "old" });
    expect(await began(other)).toEqual({ began: "young", answer: "yes", ended: "young" });
    expect(await began(next)).toEqual({ began: "young", answer: "yes", ended: "young" });
  });
});
