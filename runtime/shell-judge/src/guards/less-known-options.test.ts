import { describe, expect, it } from "vitest";
import { commandLineJudge } from "../decide/judge.ts";
import { readPolicy } from "../rules/policy-file.ts";

const PLACE = { cwd: "/work/repo", home: "/home/u" };

const builtIn = commandLineJudge(PLACE);

function byRule(line: string): string {
  const parsed = readPolicy({ allow: [`Bash(${line.split(" ")[0]}:*)`] });
  if (!parsed.ok) throw new Error(parsed.message);
  return commandLineJudge({ ...PLACE, policy: parsed.policy })(line).verdict;
}

describe("without a rule", () => {
  it.each([
    "test \"$(echo -v)\" 'a[$(id)]'",
    "[ \"$(echo -v)\" 'a[$(id)]' ]",
    "for op in -v; do :; done; test \"$op\" 'a[$(id)]'",
    'test "$a" "$b"',
    'test ! "$a" "$b"',
    'test "a"$x b',
    "bash -c 'test \"$@\"' x -v 'a[$(id)]'",
    "git remote -v set-url origin x",
    "git remote --verbose remove origin",
    "git remote -v update",
    "jq -f a.jq /etc/passwd",
    "jq -rf a.jq /etc/passwd",
    "jq --from-file a.jq a",
    "git cat-file --batch <<< HEAD:.env",
    "echo HEAD:.env | git cat-file --batch='%(objectname)'",
    "git cat-file --batch-command < a",
    "git config --get a.b --add c.d e",
    "git config get --edit",
    "git config list --blob=x",
    "git config a.b c",
    "cd -P a/b/l/.. && cat ../../x",
    "cd -eP a/b/l/.. && cat ../../x",
  ])("asks: %s", (line) => {
    expect(builtIn(line).verdict).toBe("ask");
  });

  it.each([
    'test "$a"',
    '[ -n "$a" ]',
    '[ ! -f "$a" ]',
    '[ "$a" = b ]',
    '[ "$a" != "$b" ]',
    '[ "$a" -gt 3 ]',
    '[ -f "$a" ] || [ -d "$b" ]',
    '[ -z "$a" -a "$b" = c ]',
    "git remote -v",
    "git remote",
    "git config user.name",
    "git config --get --global user.name",
    "jq -r .name package.json",
    "cd -P src && ls",
  ])("allows: %s", (line) => {
    expect(builtIn(line).verdict).toBe("allow");
  });
});

it.each(["grep -d recurse x .", "grep -drecurse x", "grep --directories=recurse x .", "grep -r x ."])(
  "asks where a search may come across what a rule denies: %s",
  (line) => {
    const parsed = readPolicy({ allow: ["Bash(grep:*)"], deny: ["Read(/secret)"] });
    if (!parsed.ok) throw new Error(parsed.message);
    expect(commandLineJudge({ ...PLACE, policy: parsed.policy })(line).verdict).toBe("ask");
  },
);

describe("with a rule for the command", () => {
  it.each([
    "awk -Wexec script.awk",
    "awk -W exec=script.awk a",
    "awk 'BEGIN{ARGV[1]=\"/etc/passwd\";ARGC=2}{print}'",
    "npm --silent config set script-shell x",
    "npm exec -- id",
    "npm x id",
    "npm init evil",
    "pnpm dlx evil",
    "curl file:/etc/passwd",
    "curl FILE:/etc/passwd",
    "curl --url file:/etc/passwd",
    "git archive --remote='ext::sh -c id' HEAD",
  ])("asks: %s", (line) => {
    expect(byRule(line)).toBe("ask");
  });

  it.each([
    `yq 'load(".env")' a.yml`,
    `yq -n "load_str('.env')"`,
    `mlr put 'tee > ".env", $*' a.csv`,
    `dasel -f a.yml 'file("/home/u/.ssh/id_rsa")'`,
  ])("denies what a program in a language of its own names in quotes: %s", (line) => {
    expect(byRule(line)).toBe("deny");
  });

  it.each([
    `yq '.a[] | select(.name == "env")' a.yml`,
    `mlr filter '$x == ".ts"' a.csv`,
    "awk '{print $1}' a",
    "npm --silent test",
    "npm run init",
    "curl localhost:8080/health",
    "curl -H 'Accept: text/html' https://example.org",
    "curl -b a=b https://example.org",
  ])("allows: %s", (line) => {
    expect(byRule(line)).toBe("allow");
  });
});
