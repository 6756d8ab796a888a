import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { endServed } from "../../../cli/test/support/served.ts";
import { removeFolders } from "../../../cli/test/support/toolwright.ts";
import type { Asked, Said } from "./support/http-model.ts";
import { eventsOf, isIdle, manyServers, threadOf, typesOf, UNDER, wordsOf } from "./support/many-servers.ts";

afterEach(endServed);
afterAll(removeFolders);

const SUMMARY = "THE SUMMARY";
/** A stream as it comes, in one text. */
function reading(response: Response) {
  const told = { text: "" };
  const over = (async () => {
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) told.text += piece;
  })().catch(() => undefined);
  return { told, over };
}

/** The messages that wait, as a stream has told last. */
function waitingIn(text: string): string[] {
  const last = [...text.matchAll(/"steer-queue","data":\{"waiting":(\[.*?\])\}/g)].at(-1)?.[1] ?? "[]";
  return JSON.parse(last).map(({ messageId }: { messageId: string }) => messageId);
}

describe.each(UNDER)("servers on $on", ({ isMissing, hasEngine }) => {
  const scene = (answer: (asked: Asked, root: string) => Said) => manyServers(hasEngine, answer);
  const waitsForFile = { shell: "while [ ! -e go ]; do sleep 0.02; done; echo gone on" };
  const isFirst = (asked: Asked) => asked.messages.at(-1)?.role === "user" && !wordsOf(asked).includes("gone on");

  it.skipIf(isMissing)("show what waits on each of them, whichever took it, took it back or has its run", async () => {
    const { root, model, servers } = await scene((asked) => (isFirst(asked) ? waitsForFile : { text: "Heard." }));
    const [one, second, third] = servers;
    const begun = await one.send("/api/chat", { message: "begin" });
    const id = threadOf(begun);
    const streams = [reading(begun)];
    await expect.poll(() => streams[0]?.told.text).toContain("tool-running");
    for (const server of [second, third]) streams.push(reading(await server.send(`/api/threads/${id}/stream`)));
    // What has told of a stored event hears live ones: it begins to listen before it reads.
    await expect.poll(() => streams.every(({ told }) => /^2:\[\{"seq":/m.test(told.text))).toBe(true);
    const allTell = (ids: readonly string[]) =>
      expect.poll(() => streams.map(({ told }) => waitingIn(told.text))).toEqual(streams.map(() => ids));
    await second.send(`/api/threads/${id}/steer`, { id: "first", message: "said first" });
    await allTell(["first"]);
    const back = await fetch(`${third.url}/api/threads/${id}/steer/first`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${third.token}` },
    });
    expect(await back.json()).toMatchObject({ state: "withdrawn", content: "said first" });
    await allTell([]);
    await third.send(`/api/threads/${id}/steer`, { id: "edited", message: "said better" });
    await allTell(["edited"]);
    writeFileSync(join(root, "go"), "");
    await Promise.all(streams.map(({ over }) => over));
    for (const { told } of streams) expect(told.text.match(/"steered","data":\{"messageId":"edited"/g)).toHaveLength(1);
    const last = model.asked.at(-1);
    expect(last && wordsOf(last)).toContain("said better");
    expect(model.asked.map(wordsOf).join()).not.toContain("said first");
    const again = await one.send(`/api/threads/${id}/steer`, { id: "edited", message: "said better" });
    expect(await again.json()).toMatchObject({ state: "sent" });
  });

  it.skipIf(isMissing)(
    "lose and double no message when the one with its run is killed as the model hears it",
    async () => {
      let holds = true;
      const { root, model, start, servers } = await scene((asked) => {
        if (isFirst(asked)) return waitsForFile;
        return holds ? "nothing" : { text: "Heard." };
      });
      const [one, second, third] = servers;
      const begun = await one.send("/api/chat", { message: "begin" });
      const id = threadOf(begun);
      const stream = reading(begun);
      await expect.poll(() => stream.told.text).toContain("tool-running");
      await second.send(`/api/threads/${id}/steer`, { id: "kept", message: "said in time" });
      writeFileSync(join(root, "go"), "");
      await expect.poll(() => model.asked.length).toBe(2);
      expect(await typesOf(third, id)).toContain("steered");
      holds = false;
      for (const server of [one, second]) server.child.kill("SIGKILL");
      // An engine gives a run to any of them.
      if (hasEngine) third.child.kill("SIGKILL");
      const survivor = hasEngine ? await start() : third;
      await isIdle(survivor, id);
      const steered = (await eventsOf(survivor, id)).filter(({ type }) => type === "steered");
      expect(steered).toHaveLength(1);
      const last = model.asked.at(-1);
      expect(last && wordsOf(last).split("said in time")).toHaveLength(2);
      expect(existsSync(join(root, "go"))).toBe(true);
    },
  );

  it.skipIf(isMissing)("go on with the short history that another one has made", async () => {
    const { model, servers } = await scene(({ isSummary }) => ({
      text: isSummary ? SUMMARY : "An answer.",
    }));
    const [one, second] = servers;
    const first = await one.send("/api/chat", { message: "the first words" });
    const id = threadOf(first);
    await first.text();
    await (await second.send("/api/chat", { threadId: id, message: "the second words" })).text();
    expect(await (await one.send(`/api/threads/${id}/compact`, {})).json()).toMatchObject({ compacted: true });
    await (await second.send("/api/chat", { threadId: id, message: "the third words" })).text();
    const last = model.asked.at(-1);
    expect(last && wordsOf(last)).toMatch(/THE SUMMARY.*the second words.*the third words/s);
    expect(last && wordsOf(last)).not.toContain("the first words");
  });

  it.skipIf(!hasEngine || isMissing)("leave alone what another store's servers have on the same engine", async () => {
    let holds = true;
    const { model, servers } = await scene(({ isSummary }) => {
      return isSummary && holds ? "nothing" : { text: isSummary ? SUMMARY : "An answer." };
    });
    const [one, second] = servers;
    const first = await one.send("/api/chat", { message: "the first words" });
    const id = threadOf(first);
    expect(await first.text()).toContain("An answer.");
    const foreign = await scene(() => ({ text: "A stranger's answer." }));
    await (await second.send("/api/chat", { threadId: id, message: "the second words" })).text();
    void one.send(`/api/threads/${id}/compact`, {}).catch(() => undefined);
    await expect.poll(() => model.asked.filter(({ isSummary }) => isSummary).length).toBe(1);
    holds = false;
    one.child.kill("SIGKILL");
    await expect.poll(() => typesOf(second, id)).toContain("compacted");
    await isIdle(second, id);
    expect(await (await foreign.servers[0].send("/api/threads")).json()).toMatchObject({ threads: [] });
    expect(foreign.model.asked).toEqual([]);
  });

  it.skipIf(isMissing)(
    "summarise once when the one that does it is killed, and ask the model nothing else",
    async () => {
      let holds = true;
      const { model, servers } = await scene(({ isSummary }) => {
        if (!isSummary) return { text: "An answer." };
        return holds ? "nothing" : { text: SUMMARY };
      });
      const [one, second] = servers;
      const first = await one.send("/api/chat", { message: "the first words" });
      const id = threadOf(first);
      await first.text();
      await (await one.send("/api/chat", { threadId: id, message: "the second words" })).text();
      void one.send(`/api/threads/${id}/compact`, { instructions: "keep names" }).catch(() => undefined);
      await expect.poll(() => model.asked.filter(({ isSummary }) => isSummary).length).toBe(1);
      holds = false;
      one.child.kill("SIGKILL");
      await expect.poll(() => typesOf(second, id)).toContain("compacted");
      await isIdle(second, id);
      expect((await typesOf(second, id)).slice(-3)).toEqual(["run_start", "compacted", "done"]);
      const summaries = model.asked.filter(({ isSummary }) => isSummary);
      expect(summaries.every((asked) => wordsOf(asked).includes("keep names"))).toBe(true);
      expect(model.asked.filter(({ isSummary }) => !isSummary)).toHaveLength(2);
      await (await second.send("/api/chat", { threadId: id, message: "the third words" })).text();
      const last = model.asked.at(-1);
      expect(last && wordsOf(last).split(SUMMARY)).toHaveLength(2);
    },
  );
});
