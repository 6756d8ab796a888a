import { afterAll, expect, it } from "vitest";
import { folder, removeFolders, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

const files = {
  "policy.json": { allow: ["Read", "Bash(ls:*)"], deny: ["Read(*.vault)"] },
  "key.vault": "word of the keeper\n",
  "open.txt": "word of the street\n",
};

async function call(...args: string[]) {
  return toolwright(["call", ...args, "--policy", "policy.json"], { cwd: await folder(files) });
}

it("hides from a search what a policy denies to read", async () => {
  const { code, stdout } = await call("grep", '{"pattern":"word of"}');
  expect(code).toBe(0);
  expect(stdout).toContain("word of the street");
  expect(stdout).not.toContain("keeper");
});

it("lets a policy allow a shell line without a question, and deny the file behind another", async () => {
  const allowed = await call("bash", '{"command":"ls"}', "--sandbox", "off");
  expect(allowed.stdout).toMatch(/open\.txt[\s\S]*\[exit 0/);
  const denied = await call("bash", '{"command":"cat key.vault"}', "--yes");
  expect(denied).toMatchObject({ code: 1, stdout: expect.stringContaining("Error [policy_denied]") });
});
