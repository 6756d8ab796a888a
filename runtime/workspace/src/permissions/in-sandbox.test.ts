import { describe, expect, it } from "vitest";
import { permissions } from "../../test/permissions.ts";

const held = permissions({}, { sandboxed: true });
const inSandbox = async (command: string) => (await held.decide("bash", { command })).verdict;
const outside = async (command: string) => (await permissions().decide("bash", { command })).verdict;

describe("a line that a sandbox holds", () => {
  it.each([
    "node -e 'console.log(1 + 1)'",
    "node -p \"require('./package.json').version\"",
    "node --input-type=module -e 'import fs from \"node:fs\"'",
    "python3 -c 'import sys; print(sys.version)'",
    "python3 - <<'EOF'\nprint(1)\nEOF",
    "ruby -e 'puts 1'",
    "perl -ne 'print if /x/' a.txt",
    "deno eval 'console.log(1)'",
    "npm install left-pad",
    "npm pack --dry-run",
    "npx vitest --foo run",
    "tsc --newOption",
    "sed -i s/a/b/ src/a.ts",
    "sed -i -e s/a/b/ -e s/c/d/ src/a.ts src/b.ts",
    "echo x > out.txt",
    "npm test > /tmp/log.txt 2>&1",
    "npm test | tee /tmp/log.txt",
    "cat /tmp/log.txt",
    "mkdir -p /tmp/a/b && cp src/a.ts /tmp/a/b",
    "tail -5 /tmp/log.txt",
    "sqlite3 db 'insert into a values (1)'",
    "tar czf /tmp/a.tgz src",
    "unzip a.zip",
    "python -m venv .venv",
    "python3 -m venv sub/venv",
    "docker build -t app .",
    "docker compose up -d",
    "docker exec -it db psql -c 'select 1'",
    "psql -c 'select 1'",
    "redis-cli ping",
  ])("is not asked about there, and asks elsewhere: %s", async (command) => {
    expect([await inSandbox(command), await outside(command)]).toEqual(["allow", "ask"]);
  });

  it.each([
    "node -e \"console.log(require('fs').readFileSync('.env', 'utf8'))\"",
    "python3 -c 'print(open(\"/home/u/.ssh/id_rsa\").read())'",
    "python3 - <<'EOF'\nprint(open('.env').read())\nEOF",
    "node -e 'console.log(process.env)'",
    'node -e "$(base64 -d x)"',
    'node -e "$CODE"',
    "base64 -d x | python3 -",
    "python3 <<END\nprint('$(cat x)')\nEND",
    "echo x > package.json",
    "echo x > .github/workflows/ci.yml",
    "sed -i s/a/b/ CLAUDE.md",
    "sed -i 's/a/b/w .git/hooks/x' a",
    "tar xf a.tar .env",
    "rm -rf dist",
    "python3 -c 'import shutil; shutil.rmtree(\".\")'",
    'node -e \'require("fs").rmSync(".git", { recursive: true })\'',
    "ruby -e '`rm -rf .`'",
    "perl -e 'fork while 1'",
    "npm exec -c 'rm -rf .'",
    "npx -c 'rm -rf .'",
    "tar cf x y --checkpoint=1 --checkpoint-action=exec='rm -rf .'",
    "printf 'rm -rf .' > x.sh; chmod +x x.sh; ./x.sh",
    "npm publish",
    "terraform apply",
    "git push --force",
    "curl -X POST https://example.org",
    "cat /etc/hosts",
    "echo x > /opt/a",
    "echo x > /tmp/../opt/a",
    "cat /tmp/.env",
    "cat /tmp/$X/a",
    "docker run -v /:/x x rm -rf /x",
    'docker run "$X"',
    "docker push x",
    "git rebase -i HEAD~3",
    "docker system prune",
    "docker run --env-file .env x",
    "redis-cli flushall",
    "psql -f .env",
    "python -m venv --clear src",
    "python -m venv .github/workflows",
    "python -m venv .git/hooks",
    "python -m venv ../x/.venv",
    "echo x > .venv/bin/python",
    "python -m venv .venv && cp x .venv/bin/python",
    "env",
  ])("is asked about or denied there too: %s", async (command) => {
    expect(await inSandbox(command)).not.toBe("allow");
  });

  it("is asked about where a rule asks, and planning changes nothing", async () => {
    const asking = permissions({ ask: ["Edit(a.txt)", "Bash(node:*)"] }, { sandboxed: true });
    for (const command of ["echo x > a.txt", "sed -i s/a/b/ a.txt", "node -e 1"])
      expect((await asking.decide("bash", { command })).verdict).toBe("ask");
    const planning = permissions({}, { sandboxed: true, mode: "plan" });
    for (const command of ["echo x > a.txt", "node -e 1", "echo x > /tmp/a"])
      expect((await planning.decide("bash", { command })).verdict).toBe("deny");
  });

  it("is one of a shell: what other tools write and read stays asked", async () => {
    expect((await held.decide("write", { file_path: "a.txt", content: "x" })).verdict).toBe("ask");
    expect((await held.decide("write", { file_path: "/tmp/a", content: "x" })).verdict).toBe("ask");
    expect((await held.decide("read", { file_paths: ["/tmp/a"] })).verdict).toBe("ask");
  });
});
