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
    ["Bаsh(rm:*)", "two alphabets (U+0430)"],
    ["Rеad(.env)", "two alphabets (U+0435)"],
    ["Read(.еnv)", "two alphabets (U+0435)"],
    ["Bash(сurl:*)", "two alphabets (U+0441)"],
    ["Ｂash(rm:*)", "not of the form"],
    ["Bash\u200b(rm:*)", "not seen (U+200B)"],
    ["Read(.e\u200bnv)", "not seen (U+200B)"],
    ["Read(\u202e.env)", "not seen (U+202E)"],
    ["Edit(sr\u00adc/**)", "not seen (U+00AD)"],
    // Brackets and quotes.
    ["Read(.env", "not of the form"],
    ["Read .env", "not of the form"],
    ["Read[.env]", "not of the form"],
    ["Bash()", "nothing between the parentheses"],
    ["Bash(git commit -m 'x)", "the command pattern does not read"],
    // Addresses.
    ["WebFetch(https://example.org)", "domain:HOST"],
    ["WebFetch(domain:https://example.org/)", "domain:HOST"],
    // Paths and commands.
    ["Read(~root/.ssh)", "only the home directory"],
    ["Read(../secrets)", "may not hold .."],
    ["rm -rf *", "not of the form"],
    [".env", "not of the form"],
    ["", "not of the form"],
    ["Bash((", "not of the form"],
    ["mcp__*__x", "only at its end"],
    [`Bash(${"x".repeat(1_001)})`, "longer than"],
    // Braces.
    ["Read({a,b}/{c,d})", "braces stand for themselves"],
    ["Edit(src/**/*.{ts,js})", "braces stand for themselves"],
    ["read_file(*.{pem,key})", "braces stand for themselves"],
    // Names.
    ["Bahs(rm:*)", "write Bash"],
    ["Bahs", "write Bash"],
    ["Reed", "write Read"],
    ["wrtie", "write Write"],
    ["WebFecth", "write WebFetch"],
    ["task", "write Agent"],
    ["deploy(x)", "deploy takes no pattern"],
  ])("is refused, and why is said: %s: %s", (rule, right) => {
    for (const policy of [{ deny: [rule] }, { ask: [rule] }]) {
      expect(readPolicy(policy)).toMatchObject({ ok: false, message: expect.stringContaining(right) });
    }
  });

  it("only warns where it would allow", () => {
    const parsed = readPolicy({ allow: ["Bаsh(npm test)"] });
    if (!parsed.ok) throw new Error(parsed.message);
    const merged = mergePolicies([{ scope: "user", policy: parsed.policy }], ANCHORS);
    expect(merged.broken).toBe(true);
    expect(merged.warnings[0]).toContain("two alphabets");
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
