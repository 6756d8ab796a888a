import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLocalWorkspace } from "@toolwright/workspace";
import { describe, expect, it, onTestFinished } from "vitest";
import { openConversations } from "./open-conversations.ts";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "toolwright-conversations-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

describe("where conversations are kept", () => {
  it("is a file for the folder, outside of it, or the one that --store names", async () => {
    const [root, stateDirectory, named] = [folder(), folder(), join(folder(), "deep", "own.sqlite")];
    const workspace = await createLocalWorkspace({ root, stateDirectory });
    for (const place of [undefined, named]) {
      const store = await openConversations(workspace, place);
      await store.threads.create({ channel: "web", title: String(place) });
      await store.close();
    }
    expect(existsSync(named)).toBe(true);
    expect(existsSync(join(stateDirectory, "conversations"))).toBe(true);
    const again = await openConversations(workspace, named);
    onTestFinished(() => again.close());
    expect((await again.threads.list({ channel: "web" })).threads.map(({ title }) => title)).toEqual([named]);
  });

  it.each(["", "mysql://host/db", "https://example.com/"])("is not %j, by name", async (place) => {
    const workspace = await createLocalWorkspace({ root: folder(), stateDirectory: folder() });
    await expect(openConversations(workspace, place)).rejects.toThrow(/--store takes a path or postgres:\/\//);
  });
});
