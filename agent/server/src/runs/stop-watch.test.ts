import { openStore } from "@toolwright/store";
import { describe, expect, it, onTestFinished } from "vitest";
import { databaseFile, QUIET } from "../../test/support/test-server.ts";
import { StopWatch } from "./stop-watch.ts";

describe("requests to stop", () => {
  it("are heard again after the store could not be read for a while", async () => {
    const store = openStore({ file: databaseFile(), pollMs: 20 });
    onTestFinished(() => store.close());
    const conversation = { channel: "web", chatId: "a" };
    await store.journal(conversation).append({
      id: "e1",
      seq: 1,
      time: 1,
      runId: "r",
      type: "run_start",
      data: { input: [], model: "m" },
    });
    store.threads.requestStop(conversation);
    let failures = 1;
    const threads = {
      stopRequests() {
        failures -= 1;
        if (failures >= 0) throw new Error("The disk does not answer.");
        return store.threads.stopRequests();
      },
    };
    const stopped: string[] = [];
    const watch = new StopWatch({
      store: { changes: store.changes, threads },
      logger: QUIET,
      isNeeded: () => stopped.length === 0,
      stop: ({ chatId }) => void stopped.push(chatId),
    });
    watch.watch();
    await expect.poll(() => stopped).toEqual(["a"]);
  });
});
