import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scripted } from "@toolwright/models";
import { openStore } from "@toolwright/store";
import { expect, it, onTestFinished } from "vitest";
import { KeptConversation } from "./kept-conversation.ts";

it("counts with a conversation what its title took, and tells it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-kept-"));
  const file = join(folder, "store.db");
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const kept = await KeptConversation.open({ store: openStore({ file }), secrets: [] });
  await kept.begin("How is the weather in Oslo?");
  await kept.activity.emit("run_start", { input: [], model: "m" }, { runId: "r" });
  const usage = { inputTokens: 5, outputTokens: 2, costUsd: 0.25 };
  await kept.activity.emit("done", { stopReason: "stop", iterations: 1, usage }, { runId: "r" });
  const model = scripted([
    { text: "Rain in Oslo", usage },
    { text: "Never asked for", usage },
  ]);
  expect(await kept.nameByModel(model, "Wet.")).toEqual(usage);
  expect(kept.title).toBe("Rain in Oslo");
  expect(await kept.usage()).toEqual({ inputTokens: 10, outputTokens: 4, costUsd: 0.5 });
  expect(await kept.nameByModel(model, "Wet.")).toBeUndefined();
  await kept.close();
});
