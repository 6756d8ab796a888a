import { describe, expect, it } from "vitest";
import { DEFAULT_SANDBOX_POLICY } from "./sandbox.port.ts";
import { describeSandbox, sandboxHint } from "./sandbox-hint.ts";

const hintOf = (printed: string, command = "x", code = 1) =>
  sandboxHint(DEFAULT_SANDBOX_POLICY, { printed, command, code });

describe("sandboxHint", () => {
  it.each([
    ["curl -s https://example.org | jq .", 6, true],
    ["curl -s http://10.0.0.1", 7, true],
    ["wget -q https://example.org", 4, true],
    ["curl -s https://example.org", 22, false],
    ["false", 6, false],
  ])("of a line that said nothing: %s, exit %i", (command, code, isHeld) => {
    expect(hintOf("", command, code)?.includes("no network") ?? false).toBe(isHeld);
    const open = { ...DEFAULT_SANDBOX_POLICY, network: true };
    expect(sandboxHint(open, { printed: "", command, code })).toBeUndefined();
  });

  it.each([
    "touch: cannot touch '/etc/x': Read-only file system",
    "Error: EROFS: read-only file system, open '/x'",
    "curl: (6) Could not resolve host: example.org",
    "npm error code EAI_AGAIN",
    "bash: connect: Network is unreachable",
    "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?",
    'psql: error: connection to server on socket "/var/run/postgresql/.s.PGSQL.5432" failed: No such file or directory',
    "fatal: unable to access 'https://x/': Failed to connect to x port 443",
  ])("recognises %s", (printed) => {
    expect(hintOf(printed)).toBe("sandboxed: writes only to the workspace and /tmp, not to .git, no network");
  });

  it("says nothing of other failures, nor of what was printed long before", () => {
    expect(hintOf("1 test failed")).toBeUndefined();
    expect(hintOf(`Read-only file system${"\n".repeat(5_000)}`)).toBeUndefined();
  });
});

describe("describeSandbox", () => {
  it("says what may be done", () => {
    expect(describeSandbox({ mode: "read-only", network: true, gitWrites: false })).toBe(
      "no file may be written but in /tmp, network on",
    );
    expect(describeSandbox({ mode: "workspace-write", network: false, gitWrites: true })).toBe(
      "writes only to the workspace and /tmp, no network",
    );
  });
});
