import { spawnSync } from "node:child_process";
import { afterAll, expect, it } from "vitest";
import { folder, jsonLines, removeFolders, toolwright } from "./support/toolwright.ts";

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
  const denied = await call("bash", '{"command":"cat key.vault"}', "--yes", "--sandbox", "off");
  expect(denied).toMatchObject({ code: 1, stdout: expect.stringContaining("Error [policy_denied]") });
});

it("keeps a secret from every tool alike, without any policy and whatever --yes says", async () => {
  const cwd = await folder({ ".env": "KEY=sesame\n", "a.txt": "open word\n", "s.mjs": "" });
  const git = (...args: string[]) => spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd });
  for (const args of [
    ["init", "-q"],
    ["add", "-Af"],
    ["commit", "-qm", "x"],
  ])
    expect(git(...args).status).toBe(0);
  const bash = (command: string) => ({ name: "bash", arguments: { command } });
  const calls = [
    { name: "read", arguments: { file_paths: [".env"] } },
    { name: "grep", arguments: { pattern: "ses.me", path: ".env" } },
    ...["cat .env", "git show HEAD:.env", "cat < .env", "cp .env b", "bash -c 'cat .e*'"].map(bash),
  ];
  const search = { name: "grep", arguments: { pattern: "ses.me|open" } };
  const stdin = [...calls, search].map((call) => JSON.stringify(call)).join("\n");
  const { stdout } = await toolwright(["call", "--batch", "--yes", "--sandbox", "off"], { cwd, stdin });
  const lines = jsonLines(stdout);
  const codes = lines.slice(0, -1).map(({ error }) => (error as { code?: string } | undefined)?.code);
  expect(codes).toEqual(calls.map(() => "policy_denied"));
  expect(lines.at(-1)).toMatchObject({ text: expect.stringContaining("open word") });
  expect(stdout).not.toContain("sesame");
});

it("what is never run is called a security violation, whatever --yes and the rules say", async () => {
  const cwd = await folder({ "all.json": { allow: ["Bash"] } });
  const lines = [
    "rm -rf /",
    "rm -rf ~",
    "rm -rf .",
    "mkfs.ext4 /dev/sda",
    "dd if=/dev/zero of=/dev/sda",
    ":(){ :|:& };:",
  ];
  const stdin = lines.map((command) => JSON.stringify({ name: "bash", arguments: { command } })).join("\n");
  for (const policy of [[], ["--policy", "all.json"]]) {
    const { stdout } = await toolwright(["call", "--batch", "--yes", "--sandbox", "off", ...policy], { cwd, stdin });
    expect(jsonLines(stdout).map(({ error }) => error)).toEqual(
      lines.map(() => expect.objectContaining({ code: "security_violation", type: "security_error" })),
    );
  }
});
