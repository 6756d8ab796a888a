import { createHash } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, inflateSync } from "node:zlib";
import { ActivityStream, secret, ToolRegistry, ToolRunner } from "@toolwright/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLocalWorkspace } from "../local/local-workspace.adapter.ts";
import { bashTool } from "../tools/bash/bash.tool.ts";
import { writeTool } from "../tools/write/write.tool.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { workspaceOverrides } from "../workspace/workspace-overrides.ts";
import { createChangeLog } from "./file-change-log.ts";
import { createCommandChanges } from "./snapshots/command-changes.ts";
import { redoChanges, undoChanges } from "./undo-changes.ts";

const PIN = "hunter2-hunter2";
let root: string;
let state: string;
let workspace: Workspace;
let runner: ToolRunner;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "kept-secret-")));
  state = await realpath(await mkdtemp(join(tmpdir(), "kept-secret-state-")));
  workspace = await createLocalWorkspace({ root, stateDirectory: state });
  runner = new ToolRunner({
    registry: new ToolRegistry([writeTool(), bashTool({ sandbox: "off" })]),
    secrets: [secret("pin", PIN)],
    overrides: workspaceOverrides({
      workspace,
      changeLog: createChangeLog(workspace),
      commandChanges: createCommandChanges(workspace),
    }),
    activity: new ActivityStream(),
    approver: { approve: async ({ approvalId }) => ({ approvalId, approve: true }) },
  });
});

afterEach(() => Promise.all([root, state].map((folder) => rm(folder, { recursive: true, force: true }))));

const call = async (name: string, args: Record<string, string>, runId: string): Promise<void> => {
  const { result } = await runner.exec({ name, arguments: args }, { runId });
  expect(result.error).toBeUndefined();
};
/** Known by its hash, as one that cannot be read has to be. */
const overwrite = async (name: string, content: string): Promise<void> => {
  const hash = createHash("sha256")
    .update(await readFile(join(root, name)))
    .digest("hex");
  await call("write", { file_path: name, content, expected_hash: hash }, "1");
};
const textOf = (name: string): Promise<string> => readFile(join(root, name), "utf8");

/** Everything below the state directory as it would be read: unpacked, with the names. */
async function keptText(): Promise<string> {
  const entries = await readdir(state, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = files.map(async (file) => {
    const bytes = await readFile(file);
    if (file.endsWith(".gz")) return gunzipSync(bytes).toString("latin1");
    return (/objects\/..\//.test(file) ? inflateSync(bytes) : bytes).toString("latin1");
  });
  return [...files, ...(await Promise.all(texts))].join("\n");
}

describe("what undo keeps holds no registered secret", () => {
  it.each([
    ["a text", Buffer.from(`# mine\r\nPIN=${PIN}\n`)],
    ["UTF-16", Buffer.from(`\ufeffPIN=${PIN}\r\n`, "utf16le")],
    ["JSON in base64", Buffer.from(Buffer.from(`{"pin":"${PIN}"}`).toString("base64"))],
    ["bytes that are no text", Buffer.concat([Buffer.from([0xff, 0xc3, 0, 1]), Buffer.from(PIN), Buffer.from([0x80])])],
  ])("and gives %s back byte for byte, again and again", async (_what, bytes) => {
    await writeFile(join(root, "a.ini"), bytes);
    await writeFile(join(root, "plain"), "PLAIN-BEFORE");
    await overwrite("a.ini", "none\n");
    await overwrite("plain", "PLAIN-AFTER");
    for (let round = 0; round < 2; round++) {
      expect(await undoChanges(workspace, { last: 1 })).toMatchObject([{ outcome: { ok: true } }]);
      expect(await readFile(join(root, "a.ini"))).toEqual(bytes);
      expect(await redoChanges(workspace, 1)).toMatchObject([{ outcome: { ok: true } }]);
      expect(await textOf("a.ini")).toBe("none\n");
    }
    const kept = await keptText();
    expect(kept).toContain("PLAIN-BEFORE");
    expect(kept.replaceAll("\0", "")).not.toContain(PIN);
    expect(kept).not.toContain(bytes.toString("latin1"));
  });

  it("nor does what an undo replaces, also where somebody changed it since", async () => {
    await call("write", { file_path: "b.ini", content: `PIN=${PIN}\n` }, "1");
    await writeFile(join(root, "b.ini"), `PIN2=${PIN}\n`);
    expect(await undoChanges(workspace, { last: 1 }, { force: true })).toMatchObject([{ outcome: { ok: true } }]);
    expect(await keptText()).not.toContain(PIN);
    await redoChanges(workspace, 1);
    expect(await textOf("b.ini")).toBe(`PIN2=${PIN}\n`);
  });

  it("and where the process is another one, the turn is left alone, by name", async () => {
    await writeFile(join(root, "a.ini"), `PIN=${PIN}\n`);
    await overwrite("a.ini", "none\n");
    const moved = `${state}-moved`;
    // What no other process has: the same files at another place.
    await cp(state, moved, { recursive: true });
    const other = await createLocalWorkspace({ root, stateDirectory: moved });
    const [turn] = await undoChanges(other, { last: 1 });
    await rm(moved, { recursive: true });
    expect(turn?.outcome).toMatchObject({
      ok: false,
      conflicts: [{ path: join(root, "a.ini"), reason: expect.stringContaining("held a registered secret") }],
    });
    expect(await textOf("a.ini")).toBe("none\n");
  });

  it("in a name", async () => {
    await call("write", { file_path: `d/${PIN}.txt`, content: "x\n" }, "1");
    expect(await keptText()).not.toContain(PIN);
    const [turn] = await undoChanges(workspace, { last: 1 });
    expect(turn).toMatchObject({ outcome: { ok: false }, unkept: [expect.stringContaining("[secret:pin]")] });
  });

  it("where a shell line changed the files, whose other changes are kept", async () => {
    await writeFile(join(root, "a.ini"), `PIN=${PIN}\n`);
    await writeFile(join(root, "same.ini"), `PIN=${PIN}\n`);
    await writeFile(join(root, `${PIN}.log`), "x");
    await writeFile(join(root, "later"), "before\n");
    await writeFile(join(root, "plain"), "before\n");
    await call("bash", { command: "echo none > a.ini; echo after > plain; cat same.ini >> later" }, "1");
    await call("bash", { command: `echo new > plain; cp same.ini copy; rm same.ini ${PIN.slice(0, 4)}*` }, "2");
    expect(await keptText()).not.toContain(PIN);
    const [second, first] = await undoChanges(workspace, { last: 2 });
    expect([second?.outcome.ok, first?.outcome.ok]).toEqual([true, true]);
    expect([second?.unkept?.length, first?.unkept?.length]).toEqual([1, 1]);
    expect(await textOf("plain")).toBe("before\n");
    expect(await textOf("a.ini")).toBe("none\n");
    expect(await textOf("later")).toBe(`before\nPIN=${PIN}\n`);
  });
});
