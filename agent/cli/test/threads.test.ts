import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ActivityStream, defineTool, runToolLoop } from "@toolwright/core";
import { scripted } from "@toolwright/models";
import { openStore } from "@toolwright/store";
import { afterAll, expect, it } from "vitest";
import { folder, removeFolders, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

/** A run whose call has ended three processes, as a store keeps it. */
async function quarantined(file: string, chatId: string): Promise<void> {
  const store = openStore({ file });
  const conversation = { channel: "web", chatId };
  store.threads.create({ ...conversation, title: "Poisoned" });
  const look = defineTool({
    name: "look",
    description: "Never ends.",
    input: { type: "object" },
    effects: "read",
    execute: () => new Promise<string>(() => undefined),
  });
  const model = scripted([{ toolCalls: [{ id: "c1", name: "look", arguments: {} }] }]);
  const activity = new ActivityStream(store.journal(conversation));
  const begun = new Promise((resolve) => activity.subscribe("tool_call_start", resolve));
  void runToolLoop({ model, tools: [look], activity }, [{ role: "user", content: "look" }]);
  await begun;
  store.close();
  const database = new DatabaseSync(file);
  const deaths = [1, 2, 3].map((n) => ({ token: `t${n}`, at: 1, seq: 100 }));
  database.prepare("UPDATE open_runs SET deaths = ?").run(JSON.stringify(deaths));
  database.close();
}

it("a quarantined run is listed, goes on or ends when a person says so, and is not taken up before", async () => {
  const cwd = await folder({ "s.json": [{ text: "Done." }] });
  const file = join(cwd, "kept.sqlite");
  await quarantined(file, "abcdef12-one");
  const flags = ["--workspace", cwd, "--store", file];
  const threads = (...args: string[]) => toolwright(["threads", ...flags, ...args], { cwd });
  expect((await threads()).stdout).toMatch(/^abcdef12 {2}\d{4}-\S+ \S+ {2}Poisoned {2}\[quarantined\]\n$/);
  expect(await threads("retry", "abc")).toMatchObject({ code: 0, stdout: expect.stringContaining("tried again") });
  expect(await threads("retry", "abc")).toMatchObject({ code: 1, stdout: expect.stringContaining("not quarantined") });
  expect(JSON.parse((await threads("--json")).stdout).threads).toMatchObject([{ status: "interrupted" }]);
  expect(await threads("stop", "abc")).toMatchObject({ code: 0, stdout: expect.stringContaining("It is ended by") });
  expect(await threads("stop", "nobody")).toMatchObject({ code: 2, stderr: expect.stringContaining("abcdef12") });
});
