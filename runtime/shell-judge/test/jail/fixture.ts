import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/**
 * Files that hold a secret, by their path below the folder of the fixture, with the text that must never be printed.
 */
export const SECRETS: Readonly<Record<string, string>> = {
  "ws/.env": "sekret-dotenv-123",
  "ws/.env-prod": "sekret-dash-458",
  "ws/prod.env": "sekret-prodenv-457",
  "ws/sub/.env": "sekret-subenv-456",
  "ws/secrets/key": "sekret-key-789",
  "ws/odd/.env": "sekret-odd-907",
  "outside/o.txt": "sekret-outside-999",
  "home/.ssh/id_rsa": "sekret-ssh-901",
  "home/.netrc": "sekret-netrc-902",
  "home/.aws/credentials": "sekret-aws-903",
  "home/.npmrc": "sekret-npmrc-904",
  "home/.config/gh/hosts.yml": "sekret-gh-905",
  "home/notes.txt": "sekret-home-906",
};

const TRACKED: Readonly<Record<string, string>> = {
  "README.md": "# Sample\n\nfoo bar\nTODO: write more\n",
  "names.txt": "bob\nalice\ncarol\nalice\n",
  "script.js": "console.log('script');\n",
  "script.py": "print('script')\n",
  "data.json": '{"name":"sample","version":"1.2.3","items":[{"id":1},{"id":2}]}\n',
  "data.csv": "id,name\n1,a\n2,b\n",
  "package.json":
    '{"name":"sample","version":"1.0.0","scripts":{"test":"echo tested","build":"echo built","lint":"echo linted"}}\n',
  Makefile: "all:\n\t@echo made\n",
  "src/a.ts": "export const a = 1; // TODO\n",
  "src/b.js": "const foo = require('./a');\n",
  "src/deep/c.ts": "import { a } from '../a';\nexport const sekretary = a;\n",
  "docs/guide.md": "# Guide\nfoo\n",
  "tests/test_a.py": "def test_a():\n    assert True\n",
  "list.txt": "README.md\nnames.txt\n",
  "secret-paths.txt": ".env\nsecrets/key\n",
  "odd/--files0-from=.env": "named like an option\n",
  "arith.txt": "a[$(touch /var/tmp/marks/arith)]\n",
  "odd/plain.txt": "plain\n",
  ".gitignore": ".env\n.env-prod\nsub/.env\nodd/.env\nnode_modules\n",
};

const UNTRACKED: Readonly<Record<string, string>> = {
  "home/.bashrc": "# start file\n",
  "home/.gitconfig": "[user]\n\tname = Sam\n\temail = sam@example.org\n[init]\n\tdefaultBranch = main\n",
  "ws/new.txt": "not yet added\n",
  "ws/.hidden": "hidden\n",
};

const RUNS = "#!/bin/sh\n: > /var/tmp/marks/from-file\n";

/** The folders of a fixture: a workspace with a repository, a home, and a folder outside both. */
export interface Fixture {
  readonly base: string;
  readonly ws: string;
  readonly home: string;
  /** `{WS}`, `{HOME}` and `{J}` of a line, filled in. */
  fill(line: string): string;
  remove(): void;
}

/** What an ordinary project does not have: secrets in files that are not hidden, and links out of it. */
const UNTIDY = /^ws\/(?:prod\.env|secrets\/key|odd\/.*)$/;

/**
 * Makes the files that hostile lines are judged against; the lines themselves run on a copy inside a jail. `tidy` makes
 * an ordinary project with a hidden `.env` instead, for the lines that nobody wants to be asked about.
 */
export function makeFixture({ tidy = false }: { readonly tidy?: boolean } = {}): Fixture {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "redteam-")));
  const base = join(top, "j");
  const write = (path: string, text: string) => {
    if (tidy && UNTIDY.test(path)) return;
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), text);
  };
  for (const [path, text] of Object.entries(UNTRACKED)) write(path, text);
  for (const [path, text] of Object.entries(SECRETS)) write(path, `KEY=${text}\n`);
  for (const [path, text] of Object.entries(TRACKED)) write(`ws/${path}`, text);
  for (const path of ["ws/node_modules/.bin/tool", "ws/run.sh"]) {
    write(path, RUNS);
    chmodSync(join(base, path), 0o755);
  }
  if (tidy) write("ws/app.db", "");
  if (!tidy) symlinkSync("../outside", join(base, "ws", "out"));
  if (!tidy) symlinkSync(".env", join(base, "ws", "env-link"));
  makeHistory(join(base, "ws"), join(base, "home"));
  execFileSync("chmod", ["-R", "a+rX", top]);
  return {
    base,
    ws: join(base, "ws"),
    home: join(base, "home"),
    fill: (line) =>
      line
        .replaceAll("{WS}", join(base, "ws"))
        .replaceAll(/(?<!\$)\{HOME\}/g, join(base, "home"))
        .replaceAll("{J}", base),
    remove: () => rmSync(top, { recursive: true, force: true }),
  };
}

function makeHistory(ws: string, home: string): void {
  const date = "2026-01-02T03:04:05Z";
  const env = { PATH: process.env.PATH ?? "", HOME: home, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const git = (...args: string[]) => execFileSync("git", args, { cwd: ws, env, stdio: "ignore" });
  git("init", "-q", "--template=", "-b", "main");
  git("add", "-A", ".");
  git("rm", "-q", "--cached", "new.txt", "list.txt");
  git("commit", "-qm", "First");
  git("add", "list.txt");
  git("commit", "-qm", "Second: foo");
  writeFileSync(join(ws, "names.txt"), "bob\nalice\ncarol\nalice\ndave\n");
  git("commit", "-qam", "Third");
  git("branch", "other", "HEAD~1");
  git("tag", "v1");
  git("gc", "-q");
  mkdirSync(join(ws, ".git", "hooks"), { recursive: true });
  writeFileSync(join(ws, "README.md"), "# Sample\n\nfoo bar\nTODO: write more\nchanged\n");
}
