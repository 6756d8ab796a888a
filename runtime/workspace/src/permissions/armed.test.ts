import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { nodeRealPaths, type PermissionMode, type RealPaths, readPolicy } from "@toolwright/shell-judge";
import { afterAll, describe, expect, it } from "vitest";
import { createPermissions } from "./create-permissions.ts";

const place = realpathSync(mkdtempSync(join(tmpdir(), "armed-")));
afterAll(() => rmSync(place, { recursive: true, force: true }));
let count = 0;

/** A folder with these files, and one inside of it. */
function folder(files: Readonly<Record<string, string>>): string {
  const root = join(place, `home/repo${count++}`);
  mkdirSync(join(root, "src/deep"), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

interface Given {
  readonly mode?: PermissionMode;
  readonly realPaths?: RealPaths | undefined;
  readonly cwd?: string;
  readonly allow?: readonly string[];
}

async function verdict(root: string, command: string, given: Given = {}): Promise<string> {
  const read = readPolicy({ allow: given.allow ?? [] });
  if (!read.ok) throw new Error(read.message);
  const realPaths = "realPaths" in given ? given.realPaths : nodeRealPaths();
  const permissions = createPermissions({
    root,
    home: join(place, "home"),
    mode: given.mode ?? "default",
    policies: [{ scope: "cli", policy: read.policy }],
    ...(given.cwd === undefined ? {} : { cwd: given.cwd }),
    ...(realPaths === undefined ? {} : { realPaths }),
  });
  return (await permissions.decide("bash", { command })).verdict;
}

const VERSIONS = [
  "cargo --version",
  "cargo -V",
  "cargo version",
  "rustc -V",
  "rustup show active-toolchain",
  "yarn -v",
  "pnpm --version",
  "mvn -v",
  "ansible --version",
  "composer --version",
  "poetry -V",
  "node -v",
  "npm --version",
  "python3 --version",
  "ruby -v",
  "java -version",
  "elixir --version",
  "go version",
];

describe("a program that tells its version", () => {
  it.each(VERSIONS)(
    "needs no rule where nothing arms it, and asks where nobody looks at the disk: %s",
    async (line) => {
      const root = folder({ "package.json": '{"name":"x"}', "pyproject.toml": "[project]\n", ".nvmrc": "lts/iron\n" });
      expect(await verdict(root, line)).toBe("allow");
      expect(await verdict(root, line, { mode: "plan" })).toBe("allow");
      expect(await verdict(root, line, { realPaths: undefined })).toBe("ask");
      const { armingFile: _, ...less } = nodeRealPaths();
      expect(await verdict(root, line, { realPaths: less })).toBe("ask");
    },
  );

  it.each([
    ["rust-toolchain", "./evil", "cargo --version"],
    ["rust-toolchain.toml", '[toolchain]\npath = "./evil"\n', "rustc -V"],
    ["rust-toolchain.toml", '[toolchain]\npath = "./evil"\n', "rustup show active-toolchain"],
    [".yarnrc.yml", "yarnPath: ./evil.cjs\n", "yarn --version"],
    [".yarnrc", "yarn-path ./evil.js\n", "yarn -v"],
    ["package.json", '{"packageManager":"yarn@4.0.0"}', "yarn -v"],
    ["package.json", '{"packageManager":"pnpm@9.0.0"}', "pnpm --version"],
    [".pnpmfile.cjs", "", "pnpm -v"],
    [".mvn/jvm.config", "-javaagent:evil.jar", "mvn -v"],
    ["composer.json", "{}", "composer --version"],
    ["pyproject.toml", "[tool.poetry.requires-plugins]\n", "poetry --version"],
    [".tool-versions", "nodejs path:/tmp/evil\n", "node --version"],
    ["mise.toml", '[tools]\n"npm:evil" = "1"\n', "npm --version"],
    [".config/mise/config.toml", "", "go version"],
    [".erlang", "os:cmd(evil).\n", "elixir --version"],
    [".python-version", "../../evil\n", "python3 --version"],
    [".ruby-version", "/tmp/evil\n", "ruby --version"],
    // Managers of versions for other languages are made after that one.
    [".perl-version", "../../evil\n", "perl -v"],
    [".php-version", "../../evil\n", "php -v"],
    [".java-version", "../../evil\n", "java -version"],
    [".go-version", "../../evil\n", "go version"],
    [".lua-version", "../../evil\n", "lua -v"],
    [".terraform-version", "../../evil\n", "terraform --version"],
  ])("asks where %s is there, which says %j: %s", async (name, text, line) => {
    const root = folder({ [name]: text });
    expect(await verdict(root, line)).toBe("ask");
    expect(await verdict(root, `${line} 2>&1 | head -1`)).toBe("ask");
    expect(await verdict(root, line, { mode: "plan" })).toBe("ask");
    expect(await verdict(root, line, { mode: "accept-edits", allow: ["Bash(cargo *)", "Bash(node *)"] })).toBe("ask");
  });

  it.each([
    [".tool-versions", "jq path:./evil\n", "jq . package.json"],
    [".tool-versions", "ripgrep path:/tmp/evil\n", "rg x src"],
    [".mise.toml", '[tools]\ngh = { path = "./evil" }\n', "gh --version"],
    ["mise.toml", '[tools]\n"shellcheck" = "path:./evil"\n', "shellcheck --version"],
    [".node-version", "../../evil\n", "tsc --version"],
    [".python-version", "../../evil\n", "aws --version"],
    ["node_modules/nx/bin/nx.js", "", "nx --version"],
  ])("asks where %s says which program another one is (%j): %s", async (name, text, line) => {
    expect(await verdict(folder({ "package.json": "{}", [name]: text }), line)).toBe("ask");
    expect(await verdict(folder({ "package.json": "{}" }), line)).toBe("allow");
    const versions = { ".tool-versions": "jq 1.7\n", "mise.toml": '[tools]\nnode = "22"\n', ".node-version": "22\n" };
    expect(await verdict(folder({ "package.json": "{}", ...versions }), line)).toBe("allow");
  });

  it("needs no look at the disk where only a manager of versions would be told", async () => {
    expect(await verdict(folder({}), "jq . package.json", { realPaths: undefined })).toBe("allow");
  });

  it("asks below the folder that holds the file, over a link as well, and for ansible.cfg in it alone", async () => {
    const root = folder({ "rust-toolchain.toml": "", "a/ansible.cfg": "", "a/b/x": "" });
    symlinkSync(join(root, "src/deep"), join(folder({}), "link"));
    expect(await verdict(root, "cd src/deep && cargo --version")).toBe("ask");
    expect(await verdict(root, "cargo --version", { cwd: join(root, "src") })).toBe("ask");
    expect(await verdict(root, "cd a && ansible --version")).toBe("ask");
    expect(await verdict(root, "cd a/b && ansible --version")).toBe("allow");
    const inside = join(root, "src");
    expect(await verdict(inside, "cargo --version")).toBe("ask");
  });

  it("does not ask for what the home of the person holds", async () => {
    const root = folder({});
    writeFileSync(join(place, "home/.tool-versions"), "nodejs path:/opt/node\n");
    expect(await verdict(root, "node --version")).toBe("allow");
    rmSync(join(place, "home/.tool-versions"));
  });

  it.each([
    "cp notes.txt rust-toolchain && cargo --version",
    "mv src/t.toml . ; cargo --version",
    "echo x > rust-toolchain.toml; cargo --version",
    "git checkout other && cargo --version",
  ])("asks where the line itself may bring the file: %s", async (line) => {
    const root = folder({ "notes.txt": "" });
    const allow = ["Bash(cp *)", "Bash(mv *)", "Bash(git checkout *)", "Edit(/**)"];
    expect(await verdict(root, line, { allow })).toBe("ask");
    expect(await verdict(root, "ls > out.txt; cargo --version", { allow })).toBe("allow");
  });
});
