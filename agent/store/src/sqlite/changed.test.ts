import { ActivityStream, resumeToolLoop } from "@toolwright/core";
import { expect, it, onTestFinished } from "vitest";
import { eventsOf } from "../../../../runtime/core/test/journal-contract.ts";
import { WrittenModel } from "../../../../runtime/core/test/support.ts";
import { changingTools, QUIET } from "../../test/changing-tools.ts";
import { alice, freshFile, startChild } from "../../test/making.ts";
import { openStore } from "./open-store.ts";

it.each([
  ["look", false],
  ["write", undefined],
])("a run that was killed within %s tells at its end whether anything was changed", async (next, changed) => {
  const file = freshFile();
  await startChild("changing.child.ts", [file, next]).exited;
  const store = openStore({ file });
  onTestFinished(() => store.close());
  const result = await resumeToolLoop({
    model: new WrittenModel([{ text: "All is written." }]),
    tools: changingTools(() => undefined),
    activity: new ActivityStream(store.journal(alice)),
    logger: QUIET,
  });
  expect(result).toMatchObject({ stopReason: "stop", content: "All is written." });
  expect(result.changed).toBe(changed);
  const last = (await eventsOf(store.journal(alice))).at(-1);
  expect(last?.type === "done" ? last.data.changed : "no end").toBe(changed);
});
