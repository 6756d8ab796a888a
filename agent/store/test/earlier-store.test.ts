import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLocalHost } from "../src/local-host.ts";
import { openStore } from "../src/sqlite/open-store.ts";
import { runTurn } from "../src/turn.ts";
import {
  brokenOff,
  earlier,
  earlierConfig,
  earlierEvents,
  resumedEarlier,
  resumeEarlier,
  sayYes,
} from "./earlier-store.ts";

/** A file that version 0.1 wrote. */
function fileOf01(): { readonly folder: string; readonly file: string } {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-earlier-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "store.db");
  writeFileSync(file, gunzipSync(readFileSync(join(import.meta.dirname, "fixtures/store-0.1.db.gz"))));
  return { folder, file };
}

describe("a file of version 0.1", () => {
  it("is brought to this version with all that is in it, and its run is resumed with the same question", async () => {
    const { file } = fileOf01();
    const store = openStore({ file, pollMs: 10 });
    onTestFinished(() => store.close());
    expect(store.threads.get(earlier)).toMatchObject({ status: "interrupted", lastSeq: 28, title: "" });
    const [ref] = store.outputs.recent(earlier, 1);
    expect(ref).toMatchObject({ bytes: 5_000 });
    const [run] = earlierEvents;
    const message = run?.type === "run_start" ? run.data.input.at(-1) : undefined;
    const range = { channel: earlier.channel, message: message ?? { role: "user", content: "" } };
    expect((await store.threads.begunWith(range)).map(({ conversation }) => conversation)).toEqual([earlier]);
    expect(await resumeEarlier(store)).toEqual(resumedEarlier);
  });

  it("has a run that an engine of this version can carry on", async () => {
    const { folder, file } = fileOf01();
    const store = openStore({ file, pollMs: 10 });
    const { executed, config } = earlierConfig();
    const host = createLocalHost({
      file: join(folder, "turns.db"),
      handler: (run, { conversation }) => runTurn({ run, store, conversation, config, messages: [] }),
    });
    onTestFinished(async () => {
      await host.close();
      store.close();
    });
    await host.start({ conversation: earlier, runId: brokenOff, input: null });
    await sayYes(store);
    expect(await host.result(brokenOff)).toMatchObject({ stopReason: "stop" });
    expect(executed).toEqual(["pay"]);
  });
});
