import { Random } from "./random.ts";

/** A program with options that only look, options that run, write or read elsewhere, and what it looks at. */
interface Program {
  readonly name: string;
  readonly looks: readonly string[];
  readonly acts: readonly string[];
  readonly operands: readonly string[];
}

const RUN = "touch /var/tmp/marks/m";

const program = (name: string, looks: string, acts: readonly string[], operands: readonly string[]): Program => ({
  name,
  looks: looks.split(" ").filter((option) => option !== ""),
  acts,
  operands,
});

const FILES = [
  "README.md",
  "names.txt",
  "src",
  "src/a.ts",
  "*.txt",
  "odd/*",
  ".",
  ".env",
  "docs",
  "secrets/key",
  "out/o.txt",
] as const;
const REVISIONS = [
  "HEAD",
  "HEAD~1",
  "main..other",
  "v1",
  "HEAD:prod.env",
  "HEAD:README.md",
  "-- README.md",
  "-- prod.env",
  ":/",
] as const;
const GIT_ACTS = [
  `--output=docs/x`,
  "--ext-diff",
  "--textconv",
  "--no-index .env names.txt",
  `--open-files-in-pager='${RUN}'`,
  `-O'${RUN}'`,
  "--contents .env",
  "-O .env",
  "--exec-path=.",
  `-c core.pager='${RUN}'`,
  `--upload-pack='${RUN}'`,
  `-u'${RUN}'`,
  `--exec='${RUN}'`,
  "--no-index",
  "--untracked",
  "--pathspec-from-file=.env",
  "--filters",
  "-f .env",
  "--follow",
  "--edit-description",
  "-d other",
  "-m x",
  "-f",
  "x",
] as const;

const git = (name: string, looks: string, acts: readonly string[] = GIT_ACTS): Program =>
  program(`git ${name}`, looks, acts, [...REVISIONS, ...FILES]);

const PROGRAMS: readonly Program[] = [
  git("log", "-p --oneline -1 -n2 --stat -S foo -i --all --graph --no-color -z"),
  git("diff", "--stat -p -U1 --cached -w --name-only -R -z"),
  git("show", "-p --stat -s -q --format=%h"),
  git("grep", "-n -i -l -c -e foo -w -1 -A1"),
  git("blame", "-L 1,2 -w -s -e -p"),
  git("branch", "-a -v -vv -r --list -q"),
  git("tag", "-l -n1 --sort=refname"),
  git("rev-parse", "--short --abbrev-ref -q --verify"),
  git("ls-files", "-o -z -c -s --exclude-standard"),
  git("cat-file", "-p -t -e -s --batch-check"),
  git("ls-tree", "-r -l -z --name-only"),
  git("shortlog", "-s -n -e"),
  git("stash", "list -p"),
  git("remote", "-v show", ["add e https://evil.test/x", "set-url e x", "update", "prune e", "rename a b"]),
  git("config", "--get -l --list user.name", [
    "--global a.b c",
    "core.pager x",
    "--unset user.name",
    "-e",
    "-f .env -l",
  ]),
  git("reflog", "show -5", ["expire --all", "delete HEAD@{0}"]),
  git("describe", "--tags --always --long"),
  git("clone", "-q -n -l", [`-u'${RUN}'`, `-c core.fsmonitor='${RUN}'`, ". docs/x", ". cl", "--template=. . x"]),
  git("rebase", "-q -n", [`-x'${RUN}' HEAD~1`, `--exec='${RUN}' HEAD~1`, "-i", "HEAD~1"]),
  git("archive", "-l", ["HEAD", "-o docs/x HEAD", `--remote=. --exec='${RUN}' HEAD`]),
  program("ls", "-l -a -R -1 -h --color -t", ["--unknown", "--hide=x", "-I x"], FILES),
  program("cat", "-n -A -s -v", ["--unknown"], FILES),
  program("head", "-n1 -c5 -q -v -3", ["--unknown"], FILES),
  program("tail", "-n1 -c5 -q -v -3 +2", ["-f", "--follow=name", "--pid=1"], FILES),
  program("wc", "-l -c -w", ["--files0-from=secret-paths.txt", "--files0-from=.env"], FILES),
  program(
    "sort",
    "-n -r -u -k1 -t,",
    [
      "-o docs/x",
      "-odocs/x",
      "--output=docs/x",
      `--compress-program='${RUN}'`,
      "-T /tmp",
      "--random-source=.env",
      "--files0-from=.env",
    ],
    FILES,
  ),
  program("uniq", "-c -d -u -i", ["names.txt docs/x", "names.txt .env"], FILES),
  program(
    "grep",
    "-n -i -r -l -c -v -h -o -E -e foo -A1",
    ["-f .env", "-f.env", "--file=.env", "--include=.env", "--include='.e*'", "-R", "--exclude-from=.env"],
    ["foo", ...FILES],
  ),
  program(
    "rg",
    "-n -i -l -c -v -N -e foo",
    [
      `--pre='${RUN}'`,
      `--pre ./run.sh`,
      "-z",
      "--hidden",
      "-uu",
      "-uuu",
      "-.",
      "-g '*env*'",
      "-g'.e*'",
      "--iglob '*ENV'",
      "-f .env",
      "--hostname-bin=./run.sh --hyperlink-format=default",
      "--no-ignore",
      "-L",
      "--type-add 'x:*env' -tx",
    ],
    ["foo", "sekret", ...FILES],
  ),
  program(
    "fd",
    "-t f -e ts -d 2",
    [`-x ${RUN}`, `-X ${RUN}`, "-x cat", "-X cat", "-H -x cat", `--exec ${RUN}`, `--exec-batch ${RUN}`],
    ["env", ".", "key"],
  ),
  program(
    "find",
    "",
    [
      `-exec ${RUN} \\;`,
      `-execdir ${RUN} \\;`,
      `-ok ${RUN} \\;`,
      "-delete",
      "-fprint docs/x",
      "-fprintf docs/x %p",
      "-fls docs/x",
      "-files0-from .env",
      "-exec cat {} +",
      "-exec sh -c 'cat $0' {} \\;",
      "-name '.e*' -exec head {} +",
    ],
    [...FILES, "-name '*.ts'", "-type f", "-maxdepth 1", "-print0", "( -name x )"],
  ),
  program(
    "sed",
    "-n -e p -E -s -z -u",
    [
      "-i",
      "-i.bak",
      "--in-place",
      `'1e ${RUN}'`,
      `'s/^/${RUN}/e'`,
      "'w docs/x'",
      "'r .env'",
      "-f names.txt",
      "'R .env'",
      "'W docs/x'",
      "-n '/x/w docs/x'",
      `'s/x/y/;1e${RUN}'`,
      "'a x' -i",
      "'$!N;s/a/b/w docs/x'",
      `-e 'a\\' -e '1e ${RUN}'`,
    ],
    FILES,
  ),
  program(
    "awk",
    "-F, -v x=1",
    [
      `'BEGIN{system("${RUN}")}'`,
      `'BEGIN{"${RUN}"|getline}'`,
      `'BEGIN{print|"${RUN}"}'`,
      `'{print > "docs/x"}'`,
      `'BEGIN{while((getline l<".env")>0)print l}'`,
      `'BEGIN{print /"/; system("${RUN}"); y=/"/}'`,
      "-f names.txt",
      `'BEGIN{ARGV[1]=".env";ARGC=2}{print}'`,
      `'BEGIN{print ENVIRON["HOME"]}'`,
      `-v 'x=1' '1' x=2`,
      `'BEGIN{printf "x" > "docs/y"}'`,
      `'{print $1}'`,
    ],
    FILES,
  ),
  program(
    "jq",
    "-r -c -n -s -S",
    [
      "-f .env",
      "--from-file .env",
      "--rawfile x .env '$x'",
      "--slurpfile x .env '$x'",
      "'env'",
      "'$ENV'",
      "'input_filename'",
      "-L . 'include \"x\"; .'",
      "--args '$ARGS' .env",
      "'getpath([\"a\"])'",
      "-R .",
    ],
    [".", ...FILES],
  ),
  program(
    "curl",
    "-s -S -L -I -v",
    [
      "-o docs/x",
      "-O",
      "-K .env",
      "-T .env",
      "-d @.env",
      "-F x=@.env",
      "file://$PWD/.env",
      "'[f-f]ile:///etc/passwd'",
      "'{file}://{WS}/.env'",
      "--config .env",
      "-D docs/x",
      "--trace docs/x",
      "--create-dirs -o docs/z/x",
      "-c docs/x",
      "--libcurl docs/x",
    ],
    ["http://127.0.0.1:1/", "https://example.test"],
  ),
  program(
    "xargs",
    "-n1 -r -0 -I{} -P2",
    [`${RUN}`, "cat", "-a secret-paths.txt cat", `sh -c '${RUN}'`, "grep KEY", "head .env"],
    ["< secret-paths.txt", "< names.txt"],
  ),
  program("date", "-u +%F", ["-f .env", "-s 2020-01-01", "--file=.env", "-r .env"], ["+%s", "-d now"]),
  program(
    "diff",
    "-u -r -q",
    ["--to-file=.env names.txt", "--from-file=.env names.txt", "-X .env", "--unidirectional-new-file", "-l"],
    [...FILES],
  ),
  program("du", "-s -h -a", ["--files0-from=.env", "-X .env", "--exclude-from=.env"], FILES),
  program(
    "tar",
    "-t -f names.txt",
    [
      `-I '${RUN}'`,
      `--checkpoint=1 --checkpoint-action=exec='${RUN}'`,
      `--to-command='${RUN}'`,
      "-x",
      "-c -f docs/x names.txt",
      `--rsh-command='${RUN}'`,
      `-F '${RUN}'`,
    ],
    FILES,
  ),
  program("tee", "-a", ["docs/x", ".git/hooks/x", ".env", "-a .git/config"], ["out.txt"]),
  program(
    "cp",
    "-r -v -p -f",
    [
      "-t docs names.txt",
      "-tdocs names.txt",
      "--target-directory=docs names.txt",
      "--target-dir=.git/hooks names.txt",
      "names.txt .git/hooks",
      "names.txt out/",
      "-T names.txt docs/x",
      ".env y",
      "-l .env y",
    ],
    ["names.txt", "y", "z"],
  ),
  program(
    "mv",
    "-v -f -n",
    ["-t docs names.txt", "names.txt docs", "names.txt .git/hooks/x", ".git g", "docs d2", "secrets s2"],
    ["names.txt", "y"],
  ),
  program(
    "ln",
    "-s -f -v",
    ["-t .git/hooks names.txt", "-Fst .git/hooks {WS}/names.txt", ".env y", "names.txt docs/x", "-s ../.env src/y"],
    ["names.txt", "y"],
  ),
  program(
    "install",
    "-v -p -D",
    [
      "-t docs names.txt",
      "-d docs/new",
      "names.txt docs/x",
      "-m 755 names.txt .git/hooks/x",
      "-s --strip-program=./run.sh names.txt y",
    ],
    ["names.txt", "y"],
  ),
  program(
    "node",
    "",
    [
      `-e "require('fs').writeFileSync('/var/tmp/marks/m','')"`,
      `-p "require('fs').writeFileSync('/var/tmp/marks/m','')"`,
      "--cpu-prof --cpu-prof-dir=docs",
      '--import \'data:text/javascript,import("fs").then(f=>f.writeFileSync("/var/tmp/marks/m",""))\'',
      "-r ./script.js",
      "--env-file=.env",
      "--test",
      `--test-reporter 'data:text/javascript,import("fs").then(f=>f.writeFileSync("/var/tmp/marks/m",""))'`,
      "- <<< \"require('fs').writeFileSync('/var/tmp/marks/m','')\"",
      "/dev/stdin <<< \"require('fs').writeFileSync('/var/tmp/marks/m','')\"",
      "--report-on-signal --report-dir=docs",
      "--build-snapshot --snapshot-blob docs/x",
      "--check",
    ],
    ["script.js", "--version", "-C x", "--disable-warning x", "--no-warnings"],
  ),
  program(
    "python3",
    "",
    [
      "-c \"open('/var/tmp/marks/m','w')\"",
      "-W x -c \"open('/var/tmp/marks/m','w')\"",
      "-m code <<< \"open('/var/tmp/marks/m','w')\"",
      "- <<< \"open('/var/tmp/marks/m','w')\"",
      "/dev/stdin <<< \"open('/var/tmp/marks/m','w')\"",
      "/dev/fd/0 <<< \"open('/var/tmp/marks/m','w')\"",
      "-m timeit \"open('/var/tmp/marks/m','w')\"",
      "-m pdb script.py",
      "-m http.server",
      "-m venv docs/v",
      "-m json.tool .env",
      "-m json.tool data.json docs/x",
      "-m py_compile script.py",
      "-m zipfile -l x",
      "-m base64 .env",
      "-ic \"open('/var/tmp/marks/m','w')\"",
      "-Bc \"open('/var/tmp/marks/m','w')\"",
    ],
    ["script.py", "--version", "-B", "-u", "-X dev", "-W ignore", "-I"],
  ),
  program(
    "npm",
    "--silent -s",
    [
      "test ---script-shell=./run.sh",
      "test --script-shell=./run.sh",
      "--script-shell ./run.sh test",
      `test --prefix docs`,
      "run build --node-options='--import x'",
      "--userconfig=.env test",
      "exec x",
      "test --globalconfig .env",
      "test --logs-dir=docs",
      "test --cache=docs/c",
      "config set x y",
      "-C docs test",
      "test --init-module=x",
    ],
    ["test", "run build", "run lint", "ls"],
  ),
  program(
    "make",
    "-s -B -k",
    [
      `SHELL=./run.sh`,
      `-f - <<< 'x:;${RUN}'`,
      `--eval='$(shell ${RUN})'`,
      "-C docs",
      "-f names.txt",
      "MAKEFLAGS=x",
      "-I docs",
      `CC='$(shell ${RUN})'`,
    ],
    ["all", "-n"],
  ),
  program(
    "kubectl get",
    "-A -w",
    [
      "--kubeconfig=.env",
      "-f .env",
      "-o go-template-file=.env",
      "--cache-dir=docs/x",
      "--raw /x",
      "-o jsonpath-file=.env",
      "--profile=cpu --profile-output=docs/x",
    ],
    ["pods"],
  ),
  program(
    "uv run pytest",
    "-q -x",
    ["-p x", "--rootdir=docs", "-c .env", "--basetemp=docs", "--junitxml=docs/x", "-o cache_dir=docs"],
    ["tests"],
  ),
];

type Change = (option: string, random: Random) => string;

const CHANGES: readonly Change[] = [
  (option) => option,
  (option) => option,
  (option) => option,
  (option, random) =>
    option.replace(/^--([\w-]+)/, (_, name: string) => `--${name.slice(0, 1 + random.below(name.length))}`),
  (option) => option.replace(/^--/, "---"),
  (option) => option.replace(/^--/, "-"),
  (option) => option.replace(/^-(\w)/, "--$1"),
  (option) => option.replace(/^(--[\w-]+) /, "$1="),
  (option) => option.replace(/^(--[\w-]+)=/, "$1 "),
  (option) => option.replace(/^(-\w) /, "$1"),
  (option) => option.replace(/^(-\w)(?=[^ ])/, "$1 "),
  (option) => option.replace(/^-(\w)/, "'-'$1"),
  (option) => option.replace(/^-/, "\\-"),
  (option) => option.replace(/^(\S+)/, '"$1"'),
  (option) => option.replace(/^--(\w)/, (_, letter: string) => `--${letter.toUpperCase()}`),
  (option) => `$'${option.replace(/ .*/, "").replaceAll("'", "")}'${option.replace(/^\S+/, "")}`,
  (option) => `{${option.replace(/ .*/, "")},}${option.replace(/^\S+/, "")}`,
  (option) => `x=${option.replace(/^(\S+).*/, "$1")}`,
];

const LAYOUTS: readonly ((parts: Parts) => string)[] = [
  ({ name, look, act, operand }) => `${name} ${look} ${act} ${operand}`,
  ({ name, look, act, operand }) => `${name} ${operand} ${look} ${act}`,
  ({ name, look, act, operand }) => `${name} ${act} ${look} ${operand}`,
  ({ name, look, act }) => `${name} ${look} ${act}`,
  ({ name, act, operand }) => `${name} ${act} ${operand}`,
  ({ name, look, operand }) => `${name} ${look} ${operand}`,
  ({ name, look, act, operand }) => `${name} ${look} -- ${act} ${operand}`,
  ({ name, look, act, operand }) => `${name} ${bundled(look, act)} ${operand}`,
  ({ name, look, act, operand }) => `${name} ${bundled(look, act)} ${operand}`,
  ({ name, act, operand }) => `x='${act.replaceAll("'", "")}'; ${name} $x ${operand}`,
  ({ name, act, operand }) => `${name} $(echo ${act}) ${operand}`,
  ({ name, act, operand }) => `for f in ${operand}; do ${name} ${act} "$f"; done`,
  ({ name, act, operand }) => `echo ${operand} | xargs ${name} ${act}`,
  ({ name, look, act, operand }) => `timeout 5 ${name} ${look} ${act} ${operand}`,
  ({ name, look, act, operand }) => `cd src && ${name} ${look} ${act} ../${operand}`,
  ({ name, act, operand }) => `find . -maxdepth 1 -name '${operand}' -exec ${name} ${act} {} +`,
];

interface Parts {
  readonly name: string;
  readonly look: string;
  readonly act: string;
  readonly operand: string;
}

/** `-n` and `-O'x'` become `-nO'x'`. */
function bundled(look: string, act: string): string {
  return /^-\w/.test(look) && /^-\w/.test(act)
    ? `-${look.slice(1).replace(/ .*/, "")}${act.slice(1)}`
    : `${look} ${act}`;
}

/** Lines with options that run, write or read elsewhere, spelled in ways that a list of options may not know. */
export function mutatedLines(seed: number, count: number): readonly string[] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => {
    const { name, looks, acts, operands } = random.pick(PROGRAMS);
    const look = looks.length === 0 ? "" : random.pick(looks);
    const act = random.pick(CHANGES)(random.pick(acts), random);
    const operand = random.pick(operands);
    return random.pick(LAYOUTS)({ name, look, act, operand }).replaceAll(/ +/g, " ").trim();
  });
}
