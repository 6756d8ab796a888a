import { ToolRegistry, ToolRunner } from "@toolwright/core";
import { beforeEach, describe, expect, it } from "vitest";
import { type FileToolsBench, fileToolsBench, textOf } from "../../../test/file-tools-bench.ts";
import { permissions } from "../../../test/permissions.ts";
import { YES } from "../../class-views/class-views.test-data.ts";
import { sha256 } from "../../tracking/sha256.ts";
import { workspaceOverrides } from "../../workspace/workspace-overrides.ts";
import { editTool } from "../edit/edit.tool.ts";
import { readTool } from "../read/read.tool.ts";
import { writeTool } from "../write/write.tool.ts";

const TOOLS = [readTool(), writeTool(), editTool()];
const HASH = /[0-9a-f]{64}/;
const LARGE = "text of a file that is too large to be shown\n".repeat(9_000);

let bench: FileToolsBench;

beforeEach(async () => {
  bench = await fileToolsBench(TOOLS);
});

const write = (file_path: string, expected_hash?: string) =>
  bench.run("write", { file_path, content: "new\n", ...(expected_hash !== undefined && { expected_hash }) });

describe("a hash that a file does not have", () => {
  it("is answered with the content, not with the hash", async () => {
    await bench.put("a", "old\n");
    const refused = await write("a", "abc");
    expect(refused).toMatch(
      /^Error executing tool: NOT_READ a was not read [\s\S]* without expected_hash\.[\s\S]*\told$/,
    );
    expect(refused).not.toMatch(HASH);
  });

  it("is answered as a call without one where the file was not read and cannot be shown", async () => {
    await bench.put("a", LARGE);
    expect(await write("a", "abc")).toBe("Error executing tool: NOT_READ Read a before overwriting it.");
  });

  it("is answered with the way that remains where the file is no text", async () => {
    await bench.put("a", new Uint8Array([0, 1, 2, 255, 254]));
    const refused = await write("a", "abc");
    expect([refused.includes("Use bash"), HASH.test(refused)]).toEqual([true, false]);
  });

  it("asks to read again what was read", async () => {
    await bench.put("a", LARGE);
    await bench.show("a");
    const refused = await write("a", "abc");
    expect(refused).toBe("Error executing tool: STALE a does not have the expected_hash. Read it again.");
  });

  it("tells nothing of a file that may not be read, also when a person says yes to the change", async () => {
    await bench.put("a", "old\n");
    const { workspace } = bench;
    const { policy } = permissions({ allow: ["Edit"], ask: ["Read(a)"] }, { root: workspace.root, home: "/nowhere" });
    const runner = new ToolRunner({
      registry: new ToolRegistry(TOOLS),
      overrides: workspaceOverrides({ workspace }),
      policy,
      approver: YES,
    });
    const call = { file_path: "a", content: "new\n", expected_hash: "0" };
    const refused = textOf(await runner.exec({ name: "write", arguments: call }, { runId: "r" }));
    expect(refused).toBe("Error executing tool: NOT_READ Read a before overwriting it.");
  });
});

it("stands for having read the file where the file has it", async () => {
  await bench.put("a", LARGE);
  expect(await write("a", sha256(new TextEncoder().encode(LARGE)).toUpperCase())).toContain("Overwrote a");
});
