import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeRealPaths, readPolicy } from "@toolwright/shell-judge";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPermissions } from "./create-permissions.ts";

/** So many lines are run; `npm run test:long` plays at full length. */
const MOST = process.env.LONG_PLAY === undefined ? 80 : 300;

/** Every command below is allowed by a prefix rule, as a person who approves too much would have it. */
const COMMANDS = [
  "git",
  "echo",
  "cat",
  "ls",
  "grep",
  "find",
  "sort",
  "sed",
  "uniq",
  "head",
  "wc",
  "date",
  "tee",
  "cp",
  "touch",
  "mkdir",
  "xxd",
  "awk",
  "timeout",
  "env",
  "bash",
  "eval",
  "printf",
  "test",
  "true",
  "read",
  "export",
  "rm",
  "mv",
  "ln",
  "tar",
  "python3",
  "xargs",
  "command",
  "cd",
  "tr",
];

const PAYLOADS = [
  "touch CANARY",
  "echo x > CANARY",
  "echo x >> CANARY",
  "cp in.txt CANARY",
  "rm -rf OUT",
  "rm CANARY",
  "mv CANARY in2.txt",
  "ln -sf /etc CANARY",
  "tee CANARY",
  "sort -o CANARY in.txt",
  "sort --outp=CANARY in.txt",
  "sort -uoCANARY in.txt",
  "sed -n 'w CANARY' in.txt",
  "sed -i s/a/b/ CANARY",
  "sed '1e touch CANARY' in.txt",
  "sed 's/a/touch CANARY/e' in.txt",
  "uniq in.txt CANARY",
  "find . -maxdepth 0 -exec touch CANARY ;",
  "find . -maxdepth 0 -fprint CANARY",
  "find OUT -delete",
  "awk 'BEGIN{system(\"touch CANARY\")}'",
  "awk 'BEGIN{print 1 > \"CANARY\"}'",
  "xxd -r in.txt CANARY",
  "git -c alias.x='!touch CANARY' x",
  "git -c core.pager='touch CANARY' -p log",
  "git diff --no-index --output=CANARY in.txt a.txt",
  "git log --output=CANARY",
  "git grep -O'touch CANARY' a",
  "git config --global a.b c",
  "git config core.pager 'touch CANARY'",
  "env touch CANARY",
  "env -S 'touch CANARY'",
  "timeout 5 touch CANARY",
  "bash -c 'touch CANARY'",
  "eval touch CANARY",
  "eval 'touch CANARY'",
  "xargs touch CANARY",
  "command touch CANARY",
  'python3 -c \'open("CANARY","w")\'',
  "tar cf CANARY in.txt",
  "tar cf /dev/null in.txt --checkpoint=1 --checkpoint-action=exec='touch CANARY'",
  "printf -v 'a[$(touch CANARY)]' x",
  "test -v 'a[$(touch CANARY)]'",
  "[[ 'a[$(touch CANARY)]' -eq 1 ]]",
  "echo $((a[$(touch CANARY)]))",
  `echo \${a[$(touch CANARY)]}`,
  "echo $[ a[$(touch CANARY)] ]",
  "let 'a[$(touch CANARY)]=1'",
  "read 'a[$(touch CANARY)]'",
  "export X=$(touch CANARY)",
  "X=$(touch CANARY)",
  `x='$(touch CANARY)'; echo \${x@P}`,
  "x='a[$(touch CANARY)]'; echo $((x))",
  "cd OUT && touch canary",
  "cd OUT; echo x > canary",
  "cd ..; touch outside/canary",
  "cat in.txt > link/canary",
  "cp in.txt link/canary",
  "touch link/canary",
  "mkdir OUT/new",
  "echo x > out.txt",
  "echo x > ok/a.txt",
  "touch ok/b",
  "mkdir -p ok/c",
  "cp in.txt ok/d",
  "ls OUT",
  "cat in.txt",
  "git status",
  "git log",
  "echo plain",
  "date +%F",
  "grep a in.txt",
  "wc -l in.txt",
  "head -1 in.txt",
  "sort in.txt",
  "sed -n 1p in.txt",
  "find . -name in.txt",
  "true",
];

const CONTEXTS = [
  "P",
  "true; P",
  "true && P",
  "false || P",
  "true | P",
  "P | cat",
  "true & P",
  "true\nP",
  "(P)",
  "{ P; }",
  "! P",
  "time P",
  "if P; then true; fi",
  "if true; then P; else true; fi",
  "for i in 1; do P; done",
  "while P; do break; done",
  "until P; do break; done",
  "case x in x) P;; esac",
  "f() { P; }; f",
  "echo $(P)",
  "echo `P`",
  'echo "$(P)"',
  "echo <(P)",
  "cat <(P)",
  "true > >(P)",
  `echo \${x:-$(P)}`,
  `echo "\${x:-\`P\`}"`,
  "cat <<E\n$(P)\nE",
  "cat <<'E'\n$(P)\nE\ntrue",
  'cat <<< "$(P)"',
  "echo 'P'",
  'echo "P"',
  "# P\ntrue",
  "true # P",
  "echo a\\\nP",
  "coproc P; wait",
  "LANG=C P",
  "A=1 P",
  "timeout 5 P",
  "command P",
  "nohup P",
  'bash -c "P"',
  "cd ok && P",
  "cd ok; cd ..; P",
  "(cd ok); P",
  "x=P; true",
  "echo {a,$(P)}",
  "[[ -n $(P) ]]",
  "case $(P) in *) true;; esac",
  "for i in $(P); do true; done",
  "true 2>&1; P",
  "echo '\"'; P",
  "echo \\'; P #'",
  'echo "\'"; P #"\'',
  "echo $'\\''; P",
  "true;P",
  "true&&P",
  "P;",
  "echo a#; P",
  "true |& P",
  "a() { true; }\nP",
  "echo $(cat <<E\nx\nE\n); P",
  'echo "`echo "$(P)"`"',
];

const QUIRKS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text,
  (text) => text.replace(/^(\w)(\w+)/, '$1""$2'),
  (text) => text.replace(/^(\w)/, "\\$1"),
  (text) => text.replace(/ /, "  \\\n "),
  (text) => text.replace(/ /, "\t"),
];

let base = "";
let root = "";

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "canary-")));
  root = join(base, "repo");
  for (const directory of ["repo/ok", "outside/keep", "home"]) mkdirSync(join(base, directory), { recursive: true });
  for (const file of [
    "outside/canary",
    "outside/keep/file",
    "home/.bashrc",
    "home/.gitconfig",
    "repo/in.txt",
    "repo/a.txt",
  ])
    writeFileSync(join(base, file), `# this is ${file}\n`);
  symlinkSync(join(base, "outside"), join(root, "link"));
  execFileSync("git", ["init", "-q", root], { env: environment() });
});

afterAll(() => rmSync(base, { recursive: true, force: true }));

function environment(): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "",
    HOME: join(base, "home"),
    LANG: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    TMPDIR: join(root, "ok"),
  };
}

/** Everything outside the folder that may be written, and the parts of it that may not. */
function fingerprint(directory = base, hash = createHash("sha256")): string {
  const walk = (path: string) => {
    const stat = lstatSync(path);
    hash.update(
      `${path} ${stat.mode} ${stat.isFile() ? readFileSync(path, "latin1") : ""}${stat.isSymbolicLink() ? readlinkSync(path) : ""}\n`,
    );
    if (stat.isDirectory())
      for (const name of readdirSync(path).sort()) if (!WRITABLE.test(join(path, name))) walk(join(path, name));
  };
  walk(directory);
  return hash.digest("hex");
}

const WRITABLE = /\/repo\/(?!\.git(?:\/(?:hooks|config)(?:\/|$)|$)|link$)/;

type Draw = readonly [payload: string, context: string, quirk: (text: string) => string, inner: string];

function lineFor([payload, context, quirk, inner]: Draw): string {
  const text = quirk(payload)
    .replaceAll("CANARY", join(base, "outside", "canary"))
    .replaceAll("OUT", join(base, "outside"));
  return context.replaceAll("P", () => inner.replaceAll("P", () => text));
}

describe("lines that are judged allow, run for real", () => {
  it("have no effect outside the workspace and none on what is protected in it", async () => {
    const parsed = readPolicy({ allow: [...COMMANDS.map((name) => `Bash(${name}:*)`), "Edit(ok/**)"] });
    if (!parsed.ok) throw new Error(parsed.message);
    const permissions = createPermissions({
      root,
      home: join(base, "home"),
      policies: [{ scope: "user", policy: parsed.policy }],
      realPaths: nodeRealPaths(),
    });
    const drawn = fc.sample(
      fc.tuple(
        fc.constantFrom(...PAYLOADS),
        fc.constantFrom(...CONTEXTS),
        fc.constantFrom(...QUIRKS),
        fc.constantFrom("P", "P", ...CONTEXTS),
      ),
      { numRuns: 6_000, seed: 20_261_121 },
    );
    // Every payload comes once as it is, so that a missing guard cannot hide behind a small sample.
    const bare = PAYLOADS.map((payload): Draw => [payload, "P", (text) => text, "P"]);
    const lines = [...bare, ...drawn].map(lineFor);
    const clean = fingerprint();
    const escaped: string[] = [];
    let ran = 0;
    for (const line of new Set(lines)) {
      if (ran >= MOST) break;
      if ((await permissions.decide("bash", { command: line })).verdict !== "allow") continue;
      ran++;
      spawnSync("/bin/bash", ["-c", line], { cwd: root, env: environment(), timeout: 5_000, stdio: "ignore" });
      if (fingerprint() !== clean) {
        escaped.push(line);
        break;
      }
    }
    console.log(`canary fuzz: ${ran} allowed lines were run`);
    expect(escaped).toEqual([]);
    expect(ran).toBeGreaterThan(MOST / 2);
  });

  it("and the canary does notice: the same lines without the judge change it", () => {
    const before = fingerprint();
    spawnSync("/bin/bash", ["-c", `touch ${join(base, "outside", "new")}`], { cwd: root, env: environment() });
    expect(fingerprint()).not.toBe(before);
    rmSync(join(base, "outside", "new"));
    expect(fingerprint()).toBe(before);
  });
});
