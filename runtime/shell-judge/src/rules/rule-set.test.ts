import { describe, expect, it } from "vitest";
import { parsePolicy, readPolicy } from "./policy-file.ts";
import type { Scope } from "./rule.ts";
import { mergePolicies } from "./rule-set.ts";

const ANCHORS = { root: "/work/repo", home: "/home/u" };

function merge(value: unknown, scope: Exclude<Scope, "built-in"> = "user", trusted = true) {
  const parsed = readPolicy(value);
  if (!parsed.ok) throw new Error(parsed.message);
  return mergePolicies([{ scope, policy: parsed.policy, trusted }], ANCHORS);
}

describe("a policy file", () => {
  it.each([
    ["not JSON", "{", "not JSON"],
    ["a list", "[]", "not an object"],
    ["null", "null", "not an object"],
    ["a misspelt key", '{"dney":["Bash"]}', 'unknown key "dney"'],
    ["a key of the prototype", '{"__proto__":{}}', "unknown key"],
    ["a list that is none", '{"deny":"Bash"}', '"deny" in the policy is not a list'],
    ["an entry that is no rule", '{"deny":[1]}', '"deny"[0]'],
    ["an unknown key in a rule", '{"deny":[{"rule":"Bash","not_match":[]}]}', '"deny"[0]'],
    ["examples that are no texts", '{"deny":[{"rule":"Bash","match":[1]}]}', '"deny"[0]'],
  ])("with %s is refused whole", (_, text, message) => {
    const parsed = parsePolicy(text);
    expect(parsed.ok).toBe(false);
    if (!parsed.ok) expect(parsed.message).toContain(message);
  });

  it("may leave lists out and begin with a byte order mark", () => {
    expect(parsePolicy('\ufeff{"allow":["Bash(ls:*)"]}')).toMatchObject({ ok: true, policy: { ask: [], deny: [] } });
  });
});

describe("a rule that is bad", () => {
  it.each([
    "",
    "Bash(",
    "Bash()",
    "Bash(a 'b)",
    "Read(../x)",
    "Read(~root/x)",
    "WebFetch(example.org)",
    "WebFetch(domain:)",
    "deploy(x)",
    "a b",
    "mcp__*__x",
  ])("%j disables itself only, warns and breaks the default", (rule) => {
    const merged = merge({ allow: [rule, "Bash(ls:*)"] });
    expect(merged.broken).toBe(true);
    expect(merged.warnings).toHaveLength(1);
    expect(merged.rules.allow.map(({ text }) => text)).toEqual(["Bash(ls:*)"]);
  });
});

describe("examples beside a rule", () => {
  it.each([
    ["Bash(git diff:*)", ["git diff", "git diff --stat"], ["git difftool", "git"]],
    ["Bash(npm run test)", ["npm run test"], ["npm run test -- x", "npm run tests"]],
    ["Bash(git * main)", ["git push origin main", "git checkout main"], ["git push main x"]],
    ["Read(src/**)", ["src/a.ts", "src/b/c.ts"], ["lib/src/a.ts", "srcs/a.ts"]],
    ["Read(*.md)", ["a.md", "docs/a.md"], ["a.mdx"]],
    ["Edit(~/notes/**)", ["~/notes/a"], ["notes/a"]],
    ["Edit($HOME/notes/**)", ["~/notes/a"], ["notes/a"]],
    ["Read(//etc/hosts)", ["//etc/hosts"], ["etc/hosts"]],
    ["Read(secrets/)", ["secrets/a"], ["secret/a"]],
    [
      "WebFetch(domain:*.example.org)",
      ["https://a.example.org/x", "a.b.example.org"],
      ["example.org", "https://example.org.evil.com", "https://evilexample.org"],
    ],
    ["WebFetch(domain:example.org)", ["https://EXAMPLE.org./"], ["https://a.example.org"]],
    ["Agent(explore)", ["explore"], ["general"]],
    ["mcp__files__read", ["mcp__files__read"], ["mcp__files__write"]],
    ["mcp__files", ["mcp__files__read"], ["mcp__filesystem__read"]],
    ["mcp__files__*", ["mcp__files__read"], ["mcp__other__read"]],
  ])("hold for %s", (rule, match, notMatch) => {
    expect(merge({ allow: [{ rule, match, notMatch }] })).toMatchObject({ broken: false, warnings: [] });
    for (const example of notMatch) expect(merge({ allow: [{ rule, match: [example] }] }).broken).toBe(true);
    for (const example of match) expect(merge({ allow: [{ rule, notMatch: [example] }] }).broken).toBe(true);
  });

  it("are judged broadly where the rule denies", () => {
    const deny = [{ rule: "Bash(rm -rf:*)", match: ["rm -fr x", "rm -r --force x"], notMatch: ["rm -r x"] }];
    expect(merge({ deny })).toMatchObject({ broken: false });
  });
});

describe("scopes", () => {
  it("a project's allows count once it is trusted, its denials at once", () => {
    const policy = { allow: ["Bash(make:*)"], deny: ["Bash(curl:*)"] };
    const untrusted = merge(policy, "project", false);
    expect(untrusted.rules.allow).toEqual([]);
    expect(untrusted.rules.deny).toHaveLength(1);
    expect(untrusted).toMatchObject({ broken: false, warnings: [expect.stringContaining("not trusted")] });
    expect(merge(policy, "project", true).rules.allow).toHaveLength(1);
  });

  it("are reported from the weightiest down", () => {
    const of = (scope: "user" | "managed") => {
      const parsed = readPolicy({ deny: ["Bash(curl:*)"] });
      if (!parsed.ok) throw new Error(parsed.message);
      return { scope, policy: parsed.policy };
    };
    expect(mergePolicies([of("user"), of("managed")], ANCHORS).rules.deny.map(({ scope }) => scope)).toEqual([
      "managed",
      "user",
    ]);
  });
});
