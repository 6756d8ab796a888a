import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ActivityStream } from "@toolwright/core";
import { openStore } from "@toolwright/store";
import { expect, it, onTestFinished } from "vitest";
import { keepToolsSet, keptToolsSet } from "./kept-tools-set.ts";

const PLACE = { channel: "web", chatId: "1" };
const SMALL = "ls grep glob write read edit bash".split(" ");

async function place() {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-set-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const store = openStore({ file: join(folder, "store.db") });
  await store.threads.create({ ...PLACE, title: "" });
  const offering = async (...activeTools: string[]) => {
    const run = { runId: activeTools.join() };
    const activity = new ActivityStream(store.journal(PLACE));
    await activity.sync();
    await activity.emit("run_start", { input: [], model: "m" }, run);
    await activity.emit("step_start", { step: 1, activeTools }, run);
  };
  return { store, offering };
}

it("keeps the set of a conversation whichever tools its runs offered, beside what else is kept", async () => {
  const { store, offering } = await place();
  await store.threads.configure(PLACE, { mode: "plan" });
  await keepToolsSet(store, PLACE, "small");
  await offering("read", "multi_edit");
  expect(await keptToolsSet(store, PLACE, SMALL)).toBe("small");
  expect(await store.threads.settings(PLACE)).toEqual({ mode: "plan", toolsSet: "small" });
  await keepToolsSet(store, PLACE, "all");
  expect(await keptToolsSet(store, PLACE, SMALL)).toBe("all");
  await store.close();
});

it("goes by what the runs offered where nothing was kept, and keeps nothing of what is no conversation", async () => {
  const { store, offering } = await place();
  await offering(...SMALL);
  expect(await keptToolsSet(store, PLACE, SMALL)).toBe("small");
  const other = { channel: "web", chatId: "2" };
  await keepToolsSet(store, other, "small");
  expect(await keptToolsSet(store, other, SMALL)).toBeUndefined();
  await store.close();
});
