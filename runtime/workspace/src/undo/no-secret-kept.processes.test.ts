import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { link, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync, inflateSync } from "node:zlib";
import { ActivityStream, secret, ToolRegistry, ToolRunner } from "@toolwright/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { contents } from "../../test/undo-bench.ts";
import { createLocalWorkspace } from "../local/local-workspace.adapter.ts";
import { bashTool } from "../tools/bash/bash.tool.ts";
import { writeTool } from "../tools/write/write.tool.ts";
import { commitChanges } from "../transaction/commit-changes.ts";
import type { FilesPort } from "../workspace/files.port.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { workspaceOverrides } from "../workspace/workspace-overrides.ts";
import { createChangeLog } from "./file-change-log.ts";
import { createCommandChanges } from "./snapshots/command-changes.ts";
import { redoChanges, undoChanges } from "./undo-changes.ts";

interface Outcome {
  readonly ok?: boolean;
  readonly conflicts?: readonly { readonly path: string; readonly reason: string }[];
}

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
    registry: new ToolRegistry([writeTool(), bashTool({ sandbox: "off", defaultTimeout: 60 })]),
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

  /** In a process that knows no secret but those it is given. */
  const elsewhere = async (work: string): Promise<Outcome> => {
    const program = `
      import { secret } from "@toolwright/core";
      import { createLocalWorkspace, plannedUndo, redoChanges, undoChanges } from "@toolwright/workspace";
      const workspace = await createLocalWorkspace(${JSON.stringify({ root, stateDirectory: state })});
      const pin = secret("pin", ${JSON.stringify(PIN)});
      const [turn] = await ${work};
      console.log(JSON.stringify(turn.outcome ?? turn));`;
    const args = ["--conditions=@toolwright/source", "--input-type=module", "-e", program];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname });
    return JSON.parse(stdout);
  };

  it("and comes back in another process where the same secrets are registered, by whatever name, and else is left alone", async () => {
    const bytes = Buffer.concat([Buffer.from(`PIN=${PIN}\r\n`), Buffer.from([0xff, 0, 0xc3])]);
    await writeFile(join(root, "a.ini"), bytes);
    await overwrite("a.ini", "none\n");
    const refusal = {
      ok: false,
      conflicts: [{ path: join(root, "a.ini"), reason: expect.stringContaining("the registered secret pin") }],
    };
    expect(await elsewhere("undoChanges(workspace, { last: 1 })")).toMatchObject(refusal);
    expect(
      await elsewhere('undoChanges(workspace, { last: 1 }, { secrets: [secret("pin", "another-value")] })'),
    ).toMatchObject(refusal);
    expect(await textOf("a.ini")).toBe("none\n");
    const shown = await elsewhere("plannedUndo(workspace, { last: 1 }, { secrets: [pin] })");
    expect(JSON.stringify(shown)).not.toContain(PIN);
    expect(await elsewhere("undoChanges(workspace, { last: 1 }, { secrets: [pin] })")).toMatchObject({ ok: true });
    expect(await readFile(join(root, "a.ini"))).toEqual(bytes);
    // What a redo replaces has to be kept too.
    expect(await elsewhere("redoChanges(workspace, 1)")).toMatchObject(refusal);
    expect(
      await elsewhere(`redoChanges(workspace, 1, { secrets: [secret("x", "12345678"), secret("other", pin.value)] })`),
    ).toMatchObject({ ok: true });
    expect(await textOf("a.ini")).toBe("none\n");
    expect(await keptText()).not.toContain(PIN);
  });

  it("nor do the files that a change needs while it is made, also after a crash", async () => {
    const seen: string[] = [];
    const files: FilesPort = {
      ...workspace.files,
      async rename(from, to) {
        seen.push(await keptText());
        await workspace.files.rename(from, to);
      },
    };
    const [old, next] = [Buffer.from(`PIN=${PIN}\n`), Buffer.from(`PIN2=${PIN}\n`)];
    for (const name of ["a.ini", "gone.ini", "linked.ini"]) await writeFile(join(root, name), old);
    await link(join(root, "linked.ini"), join(root, "other.ini"));
    await commitChanges({ ...workspace, files }, [
      { path: join(root, "a.ini"), before: old, after: next },
      { path: join(root, "linked.ini"), before: old, after: next },
      { path: join(root, "gone.ini"), before: old, after: undefined },
    ]);
    expect(seen.length).toBeGreaterThan(3);
    expect(seen.join("\n")).toContain("intent.json");
    expect(seen.join("\n")).not.toContain(PIN);
    expect(await readdir(root)).toEqual(["a.ini", "linked.ini", "other.ini"]);
  });

  it("in a name", async () => {
    await call("write", { file_path: `d/${PIN}.txt`, content: "x\n" }, "1");
    expect(await keptText()).not.toContain(PIN);
    const [turn] = await undoChanges(workspace, { last: 1 });
    expect(turn).toMatchObject({ outcome: { ok: false }, unkept: [expect.stringContaining("[secret:pin]")] });
  });

  it("where a shell line changed the files, byte for byte and with their permission bits", async () => {
    const names = ["a.ini", "same.ini", "gone.ini", "moded.ini"];
    for (const name of names) await writeFile(join(root, name), `${name}=${PIN}\r\n`, { mode: 0o640 });
    await writeFile(join(root, "later"), "before\n");
    await writeFile(join(root, "plain"), "before\n");
    const before = await contents(root);
    const line = "echo none > a.ini; echo after > plain; cat same.ini >> later; rm gone.ini; chmod 600 moded.ini";
    await call("bash", { command: `${line}; mkdir -p new/deep; mv same.ini new/deep; true` }, "1");
    const middle = await contents(root);
    await call("bash", { command: `echo new > plain; rm a.ini; mkdir a.ini; cp later a.ini/x; rm -r new` }, "2");
    const after = await contents(root);
    const kept = await keptText();
    expect(kept).toContain("sealed");
    expect(kept).not.toContain(PIN);
    for (let round = 0; round < 2; round++) {
      expect(await undoChanges(workspace, { last: 1 })).toMatchObject([{ outcome: { ok: true } }]);
      expect(await contents(root)).toEqual(middle);
      expect(await undoChanges(workspace, { last: 1 })).toMatchObject([{ outcome: { ok: true } }]);
      expect(await contents(root)).toEqual(before);
      expect((await stat(join(root, "moded.ini"))).mode & 0o777).toBe(0o640);
      expect(await redoChanges(workspace, 2)).toMatchObject([{ outcome: { ok: true } }, { outcome: { ok: true } }]);
      expect(await contents(root)).toEqual(after);
    }
    expect(await keptText()).not.toContain(PIN);
  });

  it("where a shell line changed a file with a secret in its name: its other changes are kept, and that is said", async () => {
    await writeFile(join(root, `${PIN}.log`), "x");
    await writeFile(join(root, "plain"), "before\n");
    await call(
      "bash",
      { command: `echo new > plain; rm ${PIN.slice(0, 4)}*; mkdir $(echo ${PIN.slice(0, 4)})${PIN.slice(4)}` },
      "1",
    );
    expect(await readdir(root)).toEqual([PIN, "plain"]);
    expect(await keptText()).not.toContain(PIN);
    const [turn] = await undoChanges(workspace, { last: 1 });
    expect([turn?.outcome.ok, turn?.unkept?.length]).toEqual([true, 1]);
    expect(await textOf("plain")).toBe("before\n");
  });
});
