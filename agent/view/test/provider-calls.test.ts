import { ActivityStream, type JournalEvent, type ModelPort, runToolLoop, secret } from "@toolwright/core";
import { expect, it } from "vitest";
import { foldCalls, foldThread } from "../src/index.ts";

it("shows calls that the provider ran among those of the run, with what came of them, secrets masked", async () => {
  const events: JournalEvent[] = [];
  const activity = new ActivityStream();
  activity.subscribe("*", (event) => void events.push(event));
  const call = { id: "s1", name: "web_search", arguments: { query: "hunter2-hunter2" } };
  const model: ModelPort = {
    name: "hosted",
    completionStream: () => ({
      stream: (async function* () {})(),
      final: Promise.resolve({
        message: { role: "assistant", content: "Found." },
        model: "hosted",
        finishReason: "stop",
        providerCalls: [
          { ...call, result: [{ title: "A" }, { title: "hunter2-hunter2" }] },
          { ...call, id: "s2", result: "too many", isError: true },
          { id: "s3", name: "later", arguments: {}, result: "x".repeat(100_000) },
        ],
      }),
    }),
  };
  await runToolLoop({ model, activity, secrets: [secret("pin", "hunter2-hunter2")] }, [{ role: "user", content: "?" }]);
  const [first, second, third] = foldCalls(events);
  expect(first).toMatchObject({ toolName: "web_search", args: { query: "[secret:pin]" }, isError: false });
  expect(JSON.stringify(first)).toContain('"title":"A"');
  expect(second).toMatchObject({ toolName: "web_search", isError: true });
  expect(JSON.stringify(third).length).toBeLessThan(60_000);
  expect(JSON.stringify(events)).not.toContain("hunter2");
  const parts = ["text", "tool-call", "tool-call", "tool-call"].map((type) => ({ type }));
  expect(foldThread(events).at(-1)).toMatchObject({ parts });
});
