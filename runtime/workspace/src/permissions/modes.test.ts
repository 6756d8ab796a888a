import { describe, expect, it } from "vitest";
import { permissions } from "../../test/permissions.ts";
import type { PermissionOptions } from "./create-permissions.ts";

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
    expect(await verdict('python -c "$X"')).toBe("ask");
    expect(await verdict("cat /etc/passwd")).toBe("ask");
  });

  it("a sandbox does not stand in for a rule that could not be read", async () => {
    const engine = permissions({ allow: ["Read(["] }, { sandboxed: true });
    expect((await engine.decide("bash", { command: "cat notes.md" })).verdict).toBe("ask");
    expect((await engine.explain("bash", { command: "cargo build" })).verdict).toBe("ask");
  });

  it("a sandbox lifts nothing of tools that do not run in it", async () => {
    const engine = permissions({}, { sandboxed: true });
    expect(await engine.decide("deploy", {})).toMatchObject({ verdict: "ask" });
    expect(await engine.decide("mcp__a__run", { command: "ls" })).toMatchObject({ verdict: "ask" });
    expect(await engine.decide("web_fetch", { url: "https://example.org" })).toMatchObject({ verdict: "ask" });
    expect(await engine.decide("write", { file_path: "a" })).toMatchObject({ verdict: "ask" });
  });

  it("asks for the sandbox only where it matters, and takes a failing probe for none", async () => {
    let probes = 0;
    const engine = permissions(
      {},
      {
        sandboxed: () => {
          probes++;
          throw new Error("no sandbox");
        },
      },
    );
    await engine.decide("bash", { command: "ls" });
    await engine.decide("bash", { command: "rm -rf dist > /tmp/x" });
    await engine.decide("write", { file_path: "a" });
    const before = probes;
    expect((await engine.explain("bash", { command: "cargo build" })).verdict).toBe("ask");
    expect(probes).toBe(before + 1);
    expect((await permissions({}, { sandboxed: async () => true }).decide("bash", { command: "make" })).verdict).toBe(
      "allow",
    );
  });
});
