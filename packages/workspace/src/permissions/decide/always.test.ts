import { describe, expect, it } from "vitest";
import { readPolicy } from "../rules/policy-file.ts";
import { createPermissions, type PermissionOptions } from "./create-permissions.ts";

const PLACE = { root: "/work/repo", home: "/home/u" };

function permissions(value: unknown = {}, options: Partial<PermissionOptions> = {}) {
  const parsed = readPolicy(value);
  if (!parsed.ok) throw new Error(parsed.message);
  return createPermissions({ ...PLACE, policies: [{ scope: "user", policy: parsed.policy }], ...options });
}

describe("always", () => {
  it.each([
    ["npm test", ["Bash(npm test:*)"]],
    ["npm run build -- --x", ["Bash(npm run build:*)"]],
    ["cargo build --release", ["Bash(cargo build:*)"]],
    ["LANG=C pytest tests/a.py", ["Bash(pytest:*)"]],
    ["git commit -m x", ["Bash(git commit:*)"]],
    ["git -C sub fetch", ["Bash(git fetch:*)"]],
    ["timeout 60 npm test", ["Bash(npm test:*)"]],
    ["npm test\nnpm run lint", ["Bash(npm test:*)", "Bash(npm run lint:*)"]],
    ["cd sub && npm test && ls", ["Bash(npm test:*)"]],
    ["./gradlew test", ["Bash(./gradlew test:*)"]],
    ["mkdir -p a/b", ["Bash(mkdir:*)"]],
    ["echo x > out/a.txt", ["Edit(/out/a.txt)"]],
    ["cat /etc/hosts", ["Read(//etc/hosts)"]],
    ["bash -c 'npm test'", ["Bash(npm test:*)"]],
  ])("%j saves %j, which then allow it", async (command, rules) => {
    const { verdict, remember } = await permissions().decide("bash", { command });
    expect({ verdict, remember }).toEqual({ verdict: "ask", remember: rules });
    expect(await permissions({ allow: remember }).decide("bash", { command })).toMatchObject({ verdict: "allow" });
  });

  it("saved rules match what a person expects next time", async () => {
    const engine = permissions({ allow: ["Bash(git fetch:*)", "Bash(npm test:*)"] });
    for (const command of [
      "git -C sub fetch",
      "git --no-pager fetch",
      "LANG=C npm test",
      "npm test\nnpm test -- x",
      "timeout 9 npm test",
    ]) {
      expect(await engine.decide("bash", { command })).toMatchObject({ verdict: "allow" });
    }
  });

  it.each([
    "sudo npm test",
    "xargs npm test",
    "env A=1 npm test",
    "FOO=1 npm test",
    "python3 a.py",
    "python3 -c x",
    "node a.js",
    "rm -rf dist",
    "git push --force",
    "npm publish",
    "find . -delete",
    "sed -i s/a/b/ f",
    "eval ls",
    "sh a.sh",
    "cat $X",
    "$X",
  ])("%j is never saved, and says why", async (command) => {
    const explained = await permissions().explain("bash", { command });
    expect(explained).toMatchObject({ verdict: "ask", remember: [] });
    expect(explained.never).toEqual(expect.any(String));
  });

  it("the explanation names every part that stands in the way", async () => {
    const explained = await permissions().explain("bash", { command: "npm test && rm -rf dist > /tmp/a" });
    expect(explained.parts).toHaveLength(4);
    expect(explained.remember).toEqual(["Bash(npm test:*)"]);
    expect(explained.never).toContain("recursive delete");
  });
});
