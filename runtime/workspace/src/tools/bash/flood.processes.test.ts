import { execFile } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const MIB = 1024 * 1024;

/** In a process of its own, because what is measured is the memory of the process. */
const PROGRAM = `
const [root, state] = process.argv.slice(1);
const { ToolRegistry, ToolRunner } = await import("@toolwright/core");
const { bashTool, createFileOutputCache, createLocalWorkspace, workspaceOverrides } = await import("@toolwright/workspace");
const workspace = await createLocalWorkspace({ root });
const outputs = createFileOutputCache({ directory: state });
const runner = new ToolRunner({
  registry: new ToolRegistry([bashTool({ maxTimeout: 170 })]),
  overrides: workspaceOverrides({ workspace, outputs }),
  cacheTools: true,
  approver: { approve: async ({ approvalId }) => ({ approvalId, approve: true }) },
});
const bash = (command) => runner.exec({ name: "bash", arguments: { command, timeout: 170 } });
await bash("seq 1 100000");
const before = process.memoryUsage().rss;
let most = before;
setInterval(() => { most = Math.max(most, process.memoryUsage().rss); }, 10).unref();
const { message, result } = await bash("yes 0123456789012345678901234567890123456789012345678 | head -c 100000000");
let last = "";
for await (const line of outputs.lines(result.ref.id, { channel: "", chatId: "" })) last = line;
console.log(JSON.stringify({ growth: most - before, text: message.content, ref: result.ref, last }));
`;

it("takes a flood of 100 MB in less than 64 MiB of memory and keeps the first 64 MiB", async () => {
  const folders = await Promise.all(["flood-", "flood-state-"].map((name) => mkdtemp(join(tmpdir(), name))));
  // V8 lets its young space grow to 48 MiB whatever a program keeps, which would hide what the flood takes.
  const memory = "--max-semi-space-size=4";
  const args = [memory, "--conditions=@toolwright/source", "--input-type=module", "-e", PROGRAM, ...folders];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname });
  const { growth, text, ref, last } = JSON.parse(stdout);
  expect(growth).toBeLessThan(64 * MIB);
  expect(text).toMatch(
    /^0123456789.*\n\[… 1,99\d,\d{3} lines omitted; full output: tool_output_cache ref_id=\w+ …\]\n.*\[exit 0[^\n]*\]$/s,
  );
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(51_200);
  expect(ref.bytes).toBeGreaterThan(64 * MIB);
  expect(ref.bytes).toBeLessThan(64 * MIB + 100);
  expect(last).toBe("[output beyond 64 MiB discarded]");
});
