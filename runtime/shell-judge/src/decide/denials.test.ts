import { describe, expect, it } from "vitest";
import { readPolicy } from "../rules/policy-file.ts";
import { commandLineJudge } from "./judge.ts";

function judgeWith(allow: readonly string[], deny: readonly string[]) {
  const parsed = readPolicy({ allow, deny });
  if (!parsed.ok) throw new Error(parsed.message);
  return commandLineJudge({ cwd: "/work/repo", home: "/home/u", policy: parsed.policy });
}

describe("a denial is seen through every construct", () => {
  const judge = judgeWith(["Bash"], ["Bash(curl:*)", "Bash(git push:*)", "Bash(rm -rf:*)"]);
  it.each([
    "curl x",
    "ls; curl x",
    "echo $(curl x)",
    "FOO=1 curl x",
    "LD_PRELOAD=x curl x",
    "sudo curl x",
    "sudo -u root curl x",
    "sudo --nonsense curl x",
    "env FOO=1 curl x",
    "env -S 'curl x'",
    "timeout 5 curl x",
    "timeout --nonsense 5 curl x",
    "nohup nice curl x",
    "xargs curl",
    "xargs -n 1 curl",
    "find . -exec curl {} +",
    "bash -c 'curl x'",
    "sh -c 'curl x'",
    "eval 'curl x'",
    "eval curl x",
    "trap 'curl x' EXIT",
    "flock f -c 'curl x'",
    "watch 'curl x'",
    "busybox curl x",
    "command curl x",
    "exec curl x",
    "/usr/bin/curl x",
    "./curl x",
    'c""url x',
    "\\curl x",
    "$'\\x63url' x",
    "cu\\\nrl x",
    "f() { curl x; }",
    "if curl x; then ls; fi",
    "cat <<EOF\n$(curl x)\nEOF",
    "ls | curl x",
    "curl x |",
    'curl "x',
    "ls\u200b; curl x",
    "git push",
    "git -C sub push",
    "git -c a=b push",
    "git --git-dir x push",
    "rm -rf x",
    "rm -fr x",
    "rm -r -f x",
    "rm -R --force x",
    "rm --rec --forc x",
    "rm x -rf",
  ])("%j", (line) => {
    expect(judge(line).verdict).toBe("deny");
  });
});
