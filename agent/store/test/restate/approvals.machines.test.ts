import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readNotes } from "../../../../checks/kill/notes.ts";
import { openPlace, type StoreName } from "../../../../checks/kill/place.ts";
import { CHANNEL, openHost, openScene } from "../../../../checks/kill/scene.ts";
import { Workers } from "../../../../checks/kill/workers.ts";
import { approvalAddress } from "../../src/turn.ts";
import { findPostgres, NO_POSTGRES } from "../postgres/support/find-postgres.ts";
import { NO_RESTATE, restateProgram } from "./support/restate-server.ts";

const missing = [
  ...(restateProgram() === undefined ? [NO_RESTATE] : []),
  ...(findPostgres() === undefined ? [NO_POSTGRES] : []),
];
for (const line of missing) console.log(line);
const places: readonly StoreName[] = ["sqlite", "postgres", "restate", "postgres+restate"];

/** A turn whose worker was killed with signal 9 while it waited for a person, and everything else that one needs. */
async function askedAndDead(name: StoreName, answerWithinMs?: number) {
  const place = await openPlace(name);
  const folder = mkdtempSync(join(tmpdir(), "toolwright-asked-"));
  const notes = join(folder, "notes");
  writeFileSync(notes, "");
  const workers = await Workers.open(place, notes);
  const [one, other] = [await openScene(place.store), await openScene(place.store)];
  const host = place.engine === "" ? undefined : await openHost(place.engine);
  onTestFinished(async () => {
    await workers.close();
    await host?.close();
    for (const store of [one, other]) await store.close();
    await place.end();
    rmSync(folder, { recursive: true, force: true });
  });
  const conversation = { channel: CHANNEL, chatId: crypto.randomUUID() };
  const work = { conversations: [conversation.chatId], turns: 1, ...(answerWithinMs && { answerWithinMs }) };
  const first = workers.spare(0);
  await workers.tell(first, work);
  await host?.start({ conversation, runId: conversation.chatId, input: 1 });
  await expect.poll(async () => (await other.approvals.list()).length).toBe(1);
  const [question] = await other.approvals.list();
  const approvalId = question?.approvalId ?? "";
  await workers.kill(first);
  return {
    one,
    other,
    approvalId,
    expiresAt: question?.expiresAt ?? 0,
    /** Whoever has answered tells the engine, as a server does. */
    wake: async () => {
      const [run] = await other.journal(conversation).runs({ limit: 1 });
      await host?.answer(approvalAddress(run?.runId ?? "", approvalId), null);
    },
    /** Another worker takes the turn up; what it comes to. */
    end: async () => {
      await workers.tell(workers.spare(0), work);
      await expect.poll(async () => (await other.threads.get(conversation))?.status).toBe("idle");
      const results = new Map<string, string>();
      for await (const event of other.journal(conversation).read())
        if (event.type === "tool_call_end") results.set(event.data.toolName, event.data.result.error?.code ?? "ok");
      const deployed = readNotes(notes).filter((note) => note.what === "begin" && note.toolCallId.endsWith("deploy"));
      return { deploy: results.get("deploy"), deployed: deployed.length };
    },
  };
}

describe.skipIf(missing.length > 0)("a question whose worker is dead", () => {
  it.each(places)("is answered elsewhere, and counts once, by two at once and again: %s", async (name) => {
    const { one, other, approvalId, wake, end } = await askedAndDead(name);
    const yes = { approvalId, approve: true } as const;
    const outcomes = await Promise.all([one.approvals.claim(yes), other.approvals.claim(yes)]);
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(["accepted", "used"]);
    // Its object is in a worker, too: the engine keeps the answer until there is one.
    const woken = wake();
    expect(await end()).toEqual({ deploy: "ok", deployed: 1 });
    await woken;
    expect(await one.approvals.claim(yes)).toEqual({ outcome: "used" });
  });

  it.each(places)("expires, and then no answer counts: %s", async (name) => {
    const { one, approvalId, expiresAt, end } = await askedAndDead(name, 6_000);
    const answer = async () => (await one.approvals.claim({ approvalId, approve: true })).outcome;
    await new Promise((resolve) => setTimeout(resolve, expiresAt - Date.now() + 200));
    expect(await answer()).toBe("expired");
    const { deploy, deployed } = await end();
    expect(deploy).toMatch(/approval|denied|expired/);
    expect(deployed).toBe(0);
    expect(await answer()).not.toBe("accepted");
  });
});
