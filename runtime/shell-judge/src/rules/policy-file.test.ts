import { describe, expect, it } from "vitest";
import { parsePolicy, readPolicy } from "./policy-file.ts";

describe("a policy", () => {
  it.each([
    ['{"deny": ["Bash(rm:*)"], "deny": []}', '"deny" twice'],
    ['{"allow": [{"rule": "Bash", "rule": "Read"}]}', '"rule" twice'],
    ['{"de\\u006ey": [], "deny": []}', '"deny" twice'],
  ])("with a key that stands twice is refused: %s", (text, message) => {
    expect(parsePolicy(text)).toMatchObject({ ok: false, message: expect.stringContaining(message) });
  });

  it.each([
    ["Bsah(rm:*)", "write Bash"],
    ["Grep", "Read"],
    ["Task", "Agent"],
    ["Raed(.env)", "write Read"],
    ["Glob(src/**)", "write Read"],
    ["aply_patch", "apply_patch"],
    ["Read(*.{pem,key})", "braces stand for themselves"],
    ["Bash(rm -{r,f}:*)", "braces stand for themselves"],
  ])("does not deny what can match nothing: %s is %s", (rule, right) => {
    expect(readPolicy({ deny: [rule] })).toMatchObject({ ok: false, message: expect.stringContaining(right) });
    expect(readPolicy({ ask: [{ rule }] })).toMatchObject({ ok: false });
    expect(readPolicy({ allow: [rule] }).ok).toBe(true);
  });

  it.each(["Shell(rm:*)", "LS", "MultiEdit(src/**)", "bash", "Write(x)", "deploy", "mcp__files", "grep", "mcp__x*"])(
    "takes %s as it is",
    (rule) => expect(readPolicy({ deny: [rule] }).ok).toBe(true),
  );
});
