import { describe, expect, it } from "vitest";
import { readPolicy } from "./policy-file.ts";
import type { RuleTarget } from "./rule.ts";
import { mergePolicies } from "./rule-set.ts";

const ANCHORS = { root: "/work/repo", home: "/home/u" };

/** What a rule is about, when it denies. */
function targetOf(rule: string): RuleTarget | undefined {
  const parsed = readPolicy({ deny: [rule] });
  if (!parsed.ok) throw new Error(parsed.message);
  return mergePolicies([{ scope: "user", policy: parsed.policy }], ANCHORS).rules.deny[0]?.target;
}

describe("a denial that is none", () => {
  it.each([
    // Letters of other alphabets, and what is not seen.
    ["Bаsh(rm:*)", "Bash(rm:*)"],
    ["Rеad(.env)", "Read(.env)"],
    ["Read(.еnv)", "Read(.env)"],
    ["Bash(сurl:*)", "Bash(curl:*)"],
    ["Ｂash(rm:*)", "Bash(rm:*)"],
    ["Bash\u200b(rm:*)", "Bash(rm:*)"],
    ["Read(.e\u200bnv)", "Read(.env)"],
    ["Read(\u202e.env)", "Read(.env)"],
    ["Edit(sr\u00adc/**)", "Edit(src/**)"],
    // Brackets and quotes.
    ["Read(.env", "Read(.env)"],
    ["Bash(rm -rf:*", "Bash(rm -rf:*)"],
    ["Read .env", "Read(.env)"],
    ["Read: .env", "Read(.env)"],
    ["Read[.env]", "Read(.env)"],
    ["Bash()", "Bash"],
    ["Bash(git commit -m 'x)", "Bash(git commit -m 'x')"],
    ["Read()", "Read"],
    // Addresses.
    ["WebFetch(https://example.org)", "WebFetch(domain:example.org)"],
    ["WebFetch(https://Example.org/a?b)", "WebFetch(domain:example.org)"],
    ["WebFetch(example.org)", "WebFetch(domain:example.org)"],
    ["WebFetch(*.example.org)", "WebFetch(domain:*.example.org)"],
    ["WebFetch(domain:https://example.org/)", "WebFetch(domain:example.org)"],
    ["WebFetch(domain=example.org)", "WebFetch(domain:example.org)"],
    ["web_fetch(http://a.b:80)", "web_fetch(domain:a.b)"],
    // Paths and commands.
    ["Read(~root/.ssh)", "Read(//home/root/.ssh)"],
    ["Read(../secrets)", "Read(//path/to/secrets)"],
    ["rm -rf *", "Bash(rm -rf *)"],
    [".env", "Read(.env)"],
    ["src/secrets/**", "Read(src/secrets/**)"],
    // Braces.
    ["Read({a,b}/{c,d})", "Read(a/c) and Read(a/d) and Read(b/c) and Read(b/d)"],
    ["Edit(src/**/*.{ts,js})", "Edit(src/**/*.ts) and Edit(src/**/*.js)"],
    ["read_file(*.{pem,key})", "read_file(*.pem) and read_file(*.key)"],
    // Names.
    ["Bahs(rm:*)", "Bash(rm:*)"],
    ["Reed(.env)", "Read(.env)"],
    ["Wrtie(x)", "Write(x)"],
    ["WebFecth(domain:a.b)", "WebFetch(domain:a.b)"],
    ["task", "Agent"],
    ["deploy(x)", "deploy"],
  ])("is refused, and the right form named: %s is %s", (rule, right) => {
    for (const policy of [{ deny: [rule] }, { ask: [rule] }]) {
      expect(readPolicy(policy)).toMatchObject({ ok: false, message: expect.stringContaining(right) });
    }
  });

  it("disables itself, warns and makes the default ask where nobody can tell what it was to be", () => {
    for (const rule of ["", "?", "a b c(", "mcp__*__x", "Bash((", "Read([", `Bash(${"x".repeat(1_001)})`]) {
      const parsed = readPolicy({ deny: [rule] });
      if (!parsed.ok) throw new Error(parsed.message);
      expect(mergePolicies([{ scope: "user", policy: parsed.policy }], ANCHORS)).toMatchObject({
        broken: true,
        warnings: [expect.stringContaining("is not used")],
      });
    }
  });

  it("only warns where it would allow, and then names the right form too", () => {
    const parsed = readPolicy({ allow: ["Bаsh(npm test)"] });
    if (!parsed.ok) throw new Error(parsed.message);
    const merged = mergePolicies([{ scope: "user", policy: parsed.policy }], ANCHORS);
    expect(merged.broken).toBe(true);
    expect(merged.warnings[0]).toContain("Is Bash(npm test) meant?");
  });
});

describe("a name of another agent's tool", () => {
  it.each([
    ["run_shell_command(rm:*)", "command"],
    ["Shell(rm:*)", "command"],
    ["shell", "command"],
    ["execute_command", "command"],
    ["read_file", "path"],
    ["read_file(.env)", "path"],
    ["read_many_files(secrets/**)", "path"],
    ["list_directory(secrets)", "path"],
    ["search_file_content", "path"],
    ["write_file(docs/**)", "path"],
    ["replace_in_file", "path"],
    ["MultiEdit(docs/**)", "path"],
    ["apply_patch(docs/**)", "path"],
    ["multi_edit(docs/**)", "path"],
    ["web_fetch", "domain"],
    ["web_fetch(domain:a.b)", "domain"],
    ["apply_patch", "tool"],
    ["my_own_tool", "tool"],
  ])("is taken for ours: %s", (rule, kind) => {
    expect(targetOf(rule)?.kind).toBe(kind);
  });

  it.each([
    "Read(документы/**)",
    "Read(αβγ)",
    "Read(naïve.txt)",
    "Bash(awk '{print $1,$2}':*)",
    "Read(日本語/**)",
    "Bash(echo ✓:*)",
  ])("leaves honest text alone: %s", (rule) => expect(readPolicy({ deny: [rule] }).ok).toBe(true));
});
