import { describe, expect, it } from "vitest";
import { readPolicy } from "../rules/policy-file.ts";
import { decide } from "./decision.ts";
import { explain, judge } from "./judge.ts";

const PLACE = { cwd: "/work/repo", root: "/work/repo", home: "/home/u" };

function inSandbox(line: string) {
  return decide(judge(line, PLACE), { mode: "default", sandboxed: true }).verdict;
}

describe("words in braces, each of which is judged", () => {
  it.each(["cat src/{index,server}.ts", "grep -rn x src --exclude-dir={dist,build}", "ls {src,lib}/*.ts"])(
    "allows: %s",
    (line) => expect(explain(line, PLACE).verdict).toBe("allow"),
  );

  it.each([
    "cat src/{a,../.env}",
    "cat {.env,a}",
    "cat .e{nv,x}",
    "cat .{e{nv,x},b}",
    "cat a{,/../../../etc/passwd}",
    "cat {a..c}/{b,.env}",
    "sort -{r,o}x a",
    "git log --outpu{t,x}=a",
    `cat \${x}{a,b}`,
    "{rm,-rf,/}",
  ])("does not allow: %s", (line) => expect(explain(line, PLACE).verdict).not.toBe("allow"));
});

describe("programs of which only some calls are known", () => {
  it.each([
    "openssl x509 -in certs/a.pem -noout -dates",
    "openssl rand -hex 32",
    "openssl version",
    "yq '.services | keys' compose.yml",
    "yq -r '.a.b[0]' a.yml",
    "zgrep ERROR logs/app.log.gz",
    "shellcheck scripts/*.sh",
    "shfmt -d scripts",
    "git tag --contains HEAD~5",
    "git var GIT_EDITOR",
    "git diff --no-index a.txt b.txt",
    "history",
    "history 20 | tail -5",
    "fd -e ts -x wc -l",
    "fd -e ts . src -x grep -l x {}",
    "fd -e js -X head -3",
    "man git | head",
    "man -P cat 5 crontab",
    "sqlite3 --version",
    "vim --version | head -1",
    "tmux -V",
    "rsync --version",
    "ffmpeg -version",
    "git diff --name-only $(git merge-base origin/main HEAD)",
  ])("allows: %s", (line) => expect(explain(line, PLACE).verdict).toBe("allow"));

  it.each([
    "openssl x509 -in org.openssl.engine:./x.so:k -noout",
    "openssl x509 -in .env -noout",
    "git var -l",
    "git var GIT_EDITOR x",
    "git diff --no-index .env /dev/null",
    "git diff --no-index a.txt /etc/passwd",
    "git diff --no-index a.txt b.txt --output=c",
    "history -r .env",
    "history -w x; history",
    "history $X",
    "fd -x rm",
    "fd -e ts -x sh -c 'rm {}'",
    "fd -e env -x cat",
    "fd -e ts -x {} a",
    "fd -e ts -x cp {} {.}.js",
    "fd -e ts -xrm",
    "fd -e ts -x",
    "fd -e ts -x head \\; -x rm",
    "man ./x.1",
    "man -P ./x git",
    "man --pager=less git",
    "man -l x",
    "sqlite3 .env .tables",
    "sqlite3 --version x",
    "vim --version -c ':!id'",
    "emacs --version --eval x",
    "rsync --version -e ./x a b:",
    "tmux -V new",
    "ffmpeg -version -i .env x",
    "sqlite3 app.db '.shell id'",
    "sqlite3 app.db '.read x'",
    "sqlite3 app.db '.load ./x'",
    "sqlite3 app.db '.schema; drop table a'",
    "sqlite3 app.db 'drop table a'",
    "sqlite3 app.db 'select 1; drop table a'",
    "sqlite3 app.db \"select readfile('a')\"",
    "sqlite3 app.db \"select writefile ('a', 1)\"",
    "sqlite3 app.db \"select load_extension('./x')\"",
    "sqlite3 app.db 'select \"load_extension\"(1)'",
    "sqlite3 app.db 'select [writefile](1, 2)'",
    "sqlite3 app.db 'select `edit`(1)'",
    "sqlite3 app.db \"select writefile/**/('a', 1)\"",
    "sqlite3 app.db \"select data from fsdir where path = '.env'\"",
    "sqlite3 app.db 'select * from zipfile(x)'",
    'sqlite3 app.db "$SQL"',
    "sqlite3 file:.env?mode=ro .tables",
    "sqlite3 -init x app.db .tables",
    "sqlite3 -cmd '.shell id' app.db .tables",
    "sqlite3 app.db",
    "echo .shell id | sqlite3 app.db",
    "openssl x509 -in a.pem -out b.pem",
    "openssl rand -out a 32",
    "openssl rand -engine ./x.so -hex 3",
    "yq -i '.a = 1' a.yml",
    "yq .env a.yml",
    "yq 'load(\"x\")' a.yml",
    "yq 'env(HOME)' a.yml",
    "yq 'strenv(HOME)' a.yml",
    "yq '\"\\(env)\"' a.yml",
    "yq '.a' .env",
    "zgrep x .env.gz .env",
    "shellcheck .env",
    "shellcheck -x a.sh",
    "shellcheck -a a.sh",
    "shfmt -w scripts",
    "gofmt -w .",
    "terraform fmt",
    "terraform fmt -write=true",
    "git show $(git merge-base origin/main HEAD):.env",
    "cat $(git merge-base a b)",
    "git diff $(git merge-base --output=x a)",
    "ssh -V -oProxyCommand=x h",
  ])("does not allow: %s", (line) => expect(explain(line, PLACE).verdict).not.toBe("allow"));
});

describe("settings in front of a program, or kept for the rest of the line", () => {
  it.each(["export NODE_ENV=test", "export x=1; ls", "LOG_LEVEL=debug ls"])("allows: %s", (line) =>
    expect(explain(line, PLACE).verdict).toBe("allow"),
  );

  it.each([
    "ANSIBLE_CONFIG=./x ansible --version",
    "GIT_CONFIG_GLOBAL=./x git status",
    "GIT_EXTERNAL_DIFF=./x git diff",
    "KUBECONFIG=./x kubectl version --client",
    "LESSOPEN='|./x' git log",
    "OPENSSL_CONF=./x openssl version",
    "export ANSIBLE_CONFIG=./x; ansible --version",
    "ANSIBLE_CONFIG=./x; ansible --version",
    "read -r ANSIBLE_CONFIG <<< ./x; ansible --version",
    "for ANSIBLE_CONFIG in ./x; do ansible --version; done",
    "env ANSIBLE_CONFIG=./x ansible --version",
    "declare -x ANSIBLE_CONFIG=./x; ansible --version",
    "export NODE_ENV=$(cat a)",
    "export PAGER=./x; git log",
    "export PATH=./bin",
    "export npm_config_script_shell=./x",
  ])("asks, in a sandbox too: %s", (line) => {
    expect(explain(line, PLACE).verdict).toBe("ask");
    expect(inSandbox(line)).toBe("ask");
  });

  it.each([
    "NPM_CONFIG_USERCONFIG=./x npm ls",
    "PYTHONSTARTUP=./x python3 --version",
    "RUSTUP_TOOLCHAIN=./x cargo --version",
    "FOO=1 BAR=2 node app.js",
    "FOO=1 npx jest",
  ])("asks without a sandbox, and in one lets a program of the project have what it could give itself: %s", (line) => {
    expect(explain(line, PLACE).verdict).toBe("ask");
    expect(decide(judge(line, PLACE), { mode: "plan", sandboxed: true }).verdict).toBe("deny");
  });

  it("lets it have it in a sandbox", () => {
    expect(inSandbox("FOO=1 BAR=2 node app.js")).toBe("allow");
    expect(inSandbox("FOO=$(cat x) node app.js")).toBe("ask");
  });
});

describe("names of hidden files, which are seen while their content is not", () => {
  it.each([
    "ls -d .*",
    "ls -la .*",
    "ls -l .env",
    "ls .env*",
    "stat .* .env",
    "stat -c %s .[!.]*",
    "du -sh .[!.]* *",
    "tree -a -L 1 .e*",
    "realpath .e*",
    "readlink -f .env*",
    "basename -a .e*",
    "find . -name '.*' -exec ls -l {} +",
    "find . -name '.env' | xargs stat",
    "ls -d */ .*/",
  ])("allows: %s", (line) => expect(explain(line, PLACE).verdict).toBe("allow"));

  it.each([
    "ls -d .* | xargs cat",
    "ls -d .e* | xargs -n1 head",
    "cat $(ls -d .e*)",
    "for f in $(ls .e*); do cat $f; done",
    'ls .env; cat "$_"',
    "stat .env && cat $_",
    "ls .e* >/dev/null; wc .e*",
    "stat --printf=x .env > .env",
    "ls ~/.ssh",
    "stat ~/.ssh/id_rsa",
    "du -ah ~/.aws",
    "ls ../.env",
    "file .*",
    "wc -c .*",
    "head -c 1 .e*",
    "realpath .e* | xargs cat",
    "du -a .e* | cut -f2 | xargs cat",
    "find . -name '.*' -exec wc -l {} +",
  ])("does not allow: %s", (line) => expect(explain(line, PLACE).verdict).not.toBe("allow"));

  it("is no reason to list what a rule of a person denies", () => {
    const rules = readPolicy({ deny: ["Read(.env)", "Read(secrets/**)"] });
    if (!rules.ok) throw new Error(rules.message);
    for (const line of ["ls .env", "stat .e*", "ls secrets/a", "du -sh secrets/b"])
      expect(explain(line, PLACE, rules.policy).verdict).toBe("deny");
  });
});
