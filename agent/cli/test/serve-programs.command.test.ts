import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { endServed, serve } from "./support/served.ts";
import { folder, removeFolders } from "./support/toolwright.ts";

afterEach(endServed);
afterAll(removeFolders);

const program = (code: string) => [
  { toolCalls: [{ id: "p", name: "run_code", arguments: { code } }] },
  { text: "The end." },
];

/** Reads, and writes where it can. */
const CODE = `
const text = await tools.read({ file_paths: ["a.txt"] });
const wrote = await attempt(tools.write({ file_path: "b.txt", content: "two" }));
return [text.includes("one"), wrote.ok || wrote.error.code];`;

describe("toolwright serve --code-mode=only", () => {
  it("asks at its routes about a call of a program, which a killed server's successor answers", async () => {
    const cwd = await folder({ "a.txt": "one\n", "one.json": program(CODE), "two.json": [{ text: "The end." }] });
    const args = (script: string) => ["--model", `script:${join(cwd, script)}`, "--workspace", cwd, "--code-mode=only"];
    const first = await serve(args("one.json"));
    void first.send("/api/chat", { message: "go" }).then(
      (response) => response.text().catch(() => ""),
      () => "",
    );
    const pending = async ({ send }: typeof first) => (await (await send("/api/approvals")).json()).approvals[0];
    await expect
      .poll(() => pending(first))
      .toMatchObject({ toolName: "write", toolCallId: "p/1", program: { line: 3 } });
    first.child.kill("SIGKILL");
    await first.ended;

    const second = await serve(args("two.json"));
    await expect.poll(() => pending(second)).toMatchObject({ toolCallId: "p/1" });
    const { approvalId, threadId } = await pending(second);
    await second.send(`/api/approvals/${approvalId}`, { approve: true });
    await expect
      .poll(async () => JSON.stringify((await (await second.send(`/api/threads/${threadId}`)).json()).messages))
      .toContain("The end.");

    expect(await readFile(join(cwd, "b.txt"), "utf8")).toBe("two");
    expect(JSON.stringify(await (await second.send(`/api/threads/${threadId}`)).json())).toContain("[true,true]");
  });

  it("lets programs call what a person has chosen, and nothing else", async () => {
    const cwd = await folder({ "a.txt": "one\n", "one.json": program(CODE) });
    const served = await serve(["--model", `script:${join(cwd, "one.json")}`, "--workspace", cwd, "--code-mode=only"]);
    const activeTools = ["read", "run_code"];
    const answer = await (await served.send("/api/chat", { message: "go", activeTools })).text();

    expect(answer).toContain("unknown_tool");
    await expect(readFile(join(cwd, "b.txt"))).rejects.toThrow("ENOENT");
  });
});
