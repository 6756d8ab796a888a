import { describe, expect, it } from "vitest";
import { readPolicy } from "../rules/policy-file.ts";
import { createPermissions, type PermissionOptions } from "./create-permissions.ts";

const PLACE = { root: "/work/repo", home: "/home/u" };

function permissions(value: unknown = {}, options: Partial<PermissionOptions> = {}) {
  const parsed = readPolicy(value);
  if (!parsed.ok) throw new Error(parsed.message);
  return createPermissions({ ...PLACE, policies: [{ scope: "user", policy: parsed.policy }], ...options });
}

describe("modes", () => {
  const decide = async (mode: PermissionOptions["mode"], command: string, value: unknown = {}) =>
    (await permissions(value, mode === undefined ? {} : { mode }).decide("bash", { command })).verdict;

  it("accept-edits writes inside the workspace and nowhere else", async () => {
    expect(await decide("accept-edits", "echo x > a.txt")).toBe("allow");
    expect(await decide("accept-edits", "echo x > /tmp/a")).toBe("ask");
    expect(await decide("accept-edits", "echo x > .git/config")).toBe("deny");
    expect(await decide("accept-edits", "echo x > a.txt", { ask: ["Edit(a.txt)"] })).toBe("ask");
    expect(await decide("accept-edits", "npm test")).toBe("ask");
  });

  it("plan reads and refuses everything that could change something", async () => {
    expect(await decide("plan", "ls && git status")).toBe("allow");
    expect(await decide("plan", "npm test", { allow: ["Bash(npm test:*)"] })).toBe("deny");
    expect(await decide("plan", "echo x > a.txt", { allow: ["Edit"] })).toBe("deny");
    expect((await permissions({ allow: ["Edit"] }, { mode: "plan" }).decide("edit", { file_path: "a" })).verdict).toBe(
      "deny",
    );
  });

  it("deny-asks never asks", async () => {
    expect(await decide("deny-asks", "npm test")).toBe("deny");
    expect(await decide("deny-asks", "ls")).toBe("allow");
  });

  it("a sandbox lifts only the ask that has no other reason", async () => {
    const engine = permissions({ ask: ["Bash(npm test:*)"] }, { sandboxed: true });
    const verdict = async (command: string) => (await engine.decide("bash", { command })).verdict;
    expect(await verdict("cargo build")).toBe("allow");
    expect(await verdict("npm test")).toBe("ask");
    expect(await verdict("rm -rf dist")).toBe("ask");
    expect(await verdict("python -c x")).toBe("ask");
    expect(await verdict("cat /etc/passwd")).toBe("ask");
  });
});
