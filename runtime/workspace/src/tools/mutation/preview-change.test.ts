import {
  type ApprovalRequest,
  type CallPreview,
  type JsonObject,
  PendingApprovals,
  type Policy,
} from "@toolwright/core";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type FileToolsBench, fileToolsBench, textOf } from "../../../test/file-tools-bench.ts";
import { applyPatchTool } from "../apply-patch/apply-patch.tool.ts";
import { editTool } from "../edit/edit.tool.ts";
import { multiEditTool } from "../multi-edit/multi-edit.tool.ts";
import { writeTool } from "../write/write.tool.ts";

const TOOLS = [writeTool(), editTool(), multiEditTool(), applyPatchTool()];

/** Reads run unasked, but for one file; everything else asks. */
const asks: Policy = {
  decide: ({ name }, args) => ({
    verdict: name === "read" && !JSON.stringify(args).includes("hidden") ? "allow" : "ask",
  }),
};

let bench: FileToolsBench;
let approver: PendingApprovals;

beforeEach(async () => {
  approver = new PendingApprovals();
  bench = await fileToolsBench(TOOLS, { policy: asks, approver });
});

const call = (id: string, name: string, args: JsonObject) => ({ id, name, arguments: args });
const write = (id: string, file_path: string, content: string) => call(id, "write", { file_path, content });

async function asked(count = 1): Promise<readonly ApprovalRequest[]> {
  await expect.poll(() => approver.list(), { interval: 2 }).toHaveLength(count);
  return approver.list();
}

function allow(...requests: readonly (ApprovalRequest | undefined)[]): void {
  for (const request of requests) {
    const { approvalId, preview = "" } = request ?? { approvalId: "" };
    expect(approver.answer({ approvalId, approve: true, preview })).toBe("accepted");
  }
}

const counts = (shows: CallPreview | undefined) =>
  shows?.files?.map(({ path, change, added, removed }) => `${path} ${change} +${added} -${removed}`);

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\n`).join("");

describe("a change that a person is asked about", () => {
  it("is shown as what happens: a write over a file of 600 lines takes out 172 and puts in 72", async () => {
    await bench.put("big.txt", numbered(1, 600));
    await bench.show("big.txt");
    const content = `${numbered(1, 300)}${numbered(901, 972)}${numbered(473, 600)}`;
    const settling = bench.settle("write", { file_path: "big.txt", content });
    const [request] = await asked();
    expect(counts(request?.shows)).toEqual(["big.txt modified +72 -172"]);
    expect(request?.shows?.files?.[0]?.hunks[0]).toMatchObject({ oldStart: 298, newStart: 298 });
    allow(request);
    expect((await settling).result.isError).toBe(false);
  });

  it("is counted whole where not all of it is shown, and says how many lines are left out", async () => {
    const settling = bench.settle("write", { file_path: "new.txt", content: numbered(1, 5_000) });
    const [request] = await asked();
    const [file] = request?.shows?.files ?? [];
    expect(file).toMatchObject({ change: "created", added: 5_000, removed: 0, left: 3_000 });
    expect(file?.hunks.reduce((sum, { text }) => sum + text.split("\n").length, 0)).toBe(2_000);
    allow(request);
    await settling;
  });

  it("stays within its bounds in all files of a patch together", async () => {
    const lines = Array.from({ length: 1_500 }, (_, at) => `+${"x".repeat(80)} ${at}`).join("\n");
    const files = ["a", "b", "c"].map((name) => `*** Add File: ${name}\n${lines}`).join("\n");
    const settling = bench.settle("apply_patch", { patch: `*** Begin Patch\n${files}\n*** End Patch` });
    const [request] = await asked();
    const shown = request?.shows?.files ?? [];
    expect(counts(request?.shows)).toEqual(["a created +1500 -0", "b created +1500 -0", "c created +1500 -0"]);
    const texts = shown.flatMap(({ hunks }) => hunks.map(({ text }) => text));
    const linesIn = (text: string) => text.split("\n").length;
    expect(texts.reduce((sum, text) => sum + text.length, 0)).toBeLessThanOrEqual(100_000);
    for (const { hunks, added, left = 0 } of shown)
      expect(hunks.reduce((sum, { text }) => sum + linesIn(text), 0) + left).toBe(added);
    allow(request);
    await settling;
  });

  it("holds its lines whole, or leaves them out", async () => {
    const content = `${"x".repeat(3_000)}\n${"y".repeat(120_000)}\n`;
    const settling = bench.settle("write", { file_path: "a.txt", content: content.slice(0, 3_001) });
    const [request] = await asked();
    expect(request?.shows?.files?.[0]?.hunks[0]?.text).toBe(`+${"x".repeat(3_000)}`);
    allow(request);
    await settling;
    const larger = bench.settle("write", { file_path: "b.txt", content });
    const [question] = await asked();
    expect(question?.shows?.files?.[0]).toMatchObject({ added: 2, left: 1 });
    allow(question);
    await larger;
  });

  it("is one of several files in a patch, with what is moved and removed", async () => {
    await Promise.all(["keep.txt", "old.txt", "gone.txt"].map((name) => bench.put(name, "one\ntwo\n")));
    await Promise.all(["keep.txt", "old.txt", "gone.txt"].map((name) => bench.show(name)));
    const patch = [
      "*** Begin Patch",
      "*** Update File: keep.txt\n@@\n-two\n+2",
      "*** Update File: old.txt\n*** Move to: new.txt\n@@\n one\n+more",
      "*** Delete File: gone.txt",
      "*** Add File: made.txt\n+a\n+b",
      "*** End Patch",
    ].join("\n");
    const settling = bench.settle("apply_patch", { patch });
    const [request] = await asked();
    expect(counts(request?.shows)).toEqual([
      "keep.txt modified +1 -1",
      "new.txt moved +1 -0",
      "gone.txt removed +0 -2",
      "made.txt created +2 -0",
    ]);
    expect(request?.shows?.files?.[1]?.from).toBe("old.txt");
    allow(request);
    expect((await settling).result.isError).toBe(false);
  });
});

describe("nobody is asked", () => {
  it.each([
    ["write", { file_path: "a.txt", content: "one\n" }, /unchanged|no change/i],
    ["edit", { file_path: "a.txt", old_string: "one", new_string: "one" }, /no change|nothing|same/i],
    ["edit", { file_path: "a.txt", old_string: "three", new_string: "3" }, /NO_MATCH|not found/i],
    ["edit", { file_path: "missing.txt", old_string: "a", new_string: "b" }, /NOT_FOUND/],
    ["edit", { file_path: "a.txt", old_string: "one", new_string: "1", dry_run: true }, /Preview/],
    ["apply_patch", { patch: "*** Begin Patch\n*** Delete File: none\n*** End Patch" }, /NOT_FOUND/],
  ] as const)("about %s %j, which changes nothing", async (name, args, words) => {
    await bench.put("a.txt", "one\n");
    await bench.show("a.txt");
    expect(textOf(await bench.settle(name, args))).toMatch(words);
    expect([bench.logged, await bench.text("a.txt")]).toEqual([[], "one\n"]);
  });

  it("about a file that was not read: the refusal shows it, and the same call is asked about afterwards", async () => {
    await bench.put("a.txt", "one\n");
    expect(textOf(await bench.settle("write", { file_path: "a.txt", content: "two\n" }))).toContain("\tone");
    const settling = bench.settle("write", { file_path: "a.txt", content: "two\n" });
    const [request] = await asked();
    expect(counts(request?.shows)).toEqual(["a.txt modified +1 -1"]);
    allow(request);
    await settling;
    expect(await bench.text("a.txt")).toBe("two\n");
  });
});

describe("a file that read would ask about", () => {
  it.each([
    ["write", { file_path: "hidden.txt", content: "two\n" }],
    ["write", { file_path: "hidden-too.txt", content: "two\n" }],
    ["edit", { file_path: "hidden.txt", old_string: "no such text", new_string: "b" }],
    ["multi_edit", { file_path: "hidden.txt", edits: [{ old_string: "one", new_string: "b" }] }],
    ["apply_patch", { patch: "*** Begin Patch\n*** Update File: hidden.txt\n@@\n-one\n+two\n*** End Patch" }],
  ] as const)("is not opened before somebody has said yes: %s %j", async (name, args) => {
    await bench.put("hidden.txt", "one\n");
    const read = vi.spyOn(bench.workspace.files, "read");
    const stream = vi.spyOn(bench.workspace.files, "stream");
    const settling = bench.settle(name, args);
    const [request] = await asked();
    expect([request?.shows, read.mock.calls, stream.mock.calls]).toEqual([undefined, [], []]);
    expect(request?.preview).toMatch(/^[0-9a-f]{64}$/);
    approver.answer({ approvalId: request?.approvalId ?? "", approve: false, reason: "no" });
    expect(textOf(await settling)).not.toContain("one");
  });
});

describe("a file that changes while the question waits", () => {
  it("is asked about anew under another id where the change can still be made, and nothing is overwritten", async () => {
    const settling = bench.settle("write", { file_path: "new.txt", content: "mine\n" });
    const [before] = await asked();
    await bench.put("new.txt", "theirs\n");
    await bench.show("new.txt");
    allow(before);
    const [after] = await asked();
    expect(after?.approvalId).not.toBe(before?.approvalId);
    expect([before, after].map((one) => counts(one?.shows))).toEqual([
      ["new.txt created +1 -0"],
      ["new.txt modified +1 -1"],
    ]);
    expect(await bench.text("new.txt")).toBe("theirs\n");
    allow(after);
    expect((await settling).result.isError).toBe(false);
    expect(await bench.text("new.txt")).toBe("mine\n");
  });

  it("is not overwritten where the agent has not seen the change: the refusal tells it, and nobody is asked again", async () => {
    await bench.put("a.txt", "one\n");
    await bench.show("a.txt");
    const settling = bench.settle("edit", { file_path: "a.txt", old_string: "one", new_string: "1" });
    const [request] = await asked();
    await bench.put("a.txt", "one\ntheirs\n");
    allow(request);
    expect(textOf(await settling)).toContain("STALE");
    expect([approver.list(), await bench.text("a.txt")]).toEqual([[], "one\ntheirs\n"]);
  });
});

describe("the changes of a step", () => {
  it("are shown as they follow each other, in files that are only made by the calls before", async () => {
    const settling = bench.runner.execAll([
      write("1", "new.txt", "one\n"),
      call("2", "edit", { file_path: "new.txt", old_string: "one", new_string: "one\ntwo" }),
      call("3", "apply_patch", {
        patch: "*** Begin Patch\n*** Update File: new.txt\n*** Move to: moved.txt\n@@\n-two\n+2\n*** End Patch",
      }),
      write("4", "moved.txt", "one\n2\n3\n"),
    ]);
    const requests = await asked(4);
    expect(requests.map(({ shows }) => counts(shows))).toEqual([
      ["new.txt created +1 -0"],
      ["new.txt modified +1 -0"],
      ["moved.txt moved +1 -1"],
      ["moved.txt modified +1 -0"],
    ]);
    allow(...requests);
    expect((await settling).map(({ result }) => result.isError)).toEqual([false, false, false, false]);
    expect(await bench.text("moved.txt")).toBe("one\n2\n3\n");
  });

  it("are asked about anew behind a change that was refused", async () => {
    await bench.put("a.txt", "one\n");
    await bench.show("a.txt");
    const edit = (id: string, old: string, now: string) =>
      call(id, "edit", { file_path: "a.txt", old_string: old, new_string: now });
    const settling = bench.runner.execAll([edit("1", "one", "one\ntwo"), write("2", "a.txt", "1\n2\n3\n")]);
    const [first, second] = await asked(2);
    expect(counts(second?.shows)).toEqual(["a.txt modified +3 -2"]);
    allow(second);
    approver.answer({ approvalId: first?.approvalId ?? "", approve: false, reason: "no" });
    await expect.poll(() => counts(approver.list()[0]?.shows)).toEqual(["a.txt modified +3 -1"]);
    allow(approver.list()[0]);
    await settling;
    expect(await bench.text("a.txt")).toBe("1\n2\n3\n");
  });
});
