import { describe, expect, it } from "vitest";
import { permissions as withRules } from "../../test/permissions.ts";

const accepting = (rules: unknown) => withRules(rules, { mode: "accept-edits" });
const permissions = accepting({ allow: ["Bash(npm test:*)"] });
const line = async (command: string) => (await permissions.decide("bash", { command })).verdict;
const write = async (file_path: string) => (await permissions.decide("write", { file_path, content: "x" })).verdict;

const WAYS: readonly ((path: string) => string)[] = [
  (path) => `echo x > ${path}`,
  (path) => `printf x >> ${path}`,
  (path) => `cat > ${path} <<'END'\nx\nEND`,
  (path) => `echo x | tee ${path}`,
  (path) => `cp notes.txt ${path}`,
  (path) => `mv notes.txt ${path}`,
  (path) => `install -m 755 notes.txt ${path}`,
  (path) => `sed -i s/a/b/ ${path}`,
  (path) => `touch ${path}`,
];

describe("a line that writes a file, while edits are accepted", () => {
  it("is asked about package.json, as `write` is: a rule may allow to run its scripts", async () => {
    for (const way of WAYS)
      for (const path of ["package.json", "packages/a/package.json", "PACKAGE.json"])
        expect([way(path), await line(way(path))]).toEqual([way(path), "ask"]);
    expect(await line(`echo '{"scripts":{"test":"touch /var/tmp/x"}}' > package.json; npm test`)).toBe("ask");
    expect(await write("package.json")).toBe("ask");
  });

  it("needs a rule for exactly this file, as `write` does", async () => {
    const decided = async (allow: string) => {
      const engine = accepting({ allow: [allow] });
      return (await engine.decide("bash", { command: "echo x > package.json" })).verdict;
    };
    expect(await decided("Edit(package.json)")).toBe("allow");
    expect(await decided("Edit(**)")).toBe("ask");
  });

  it.each(
    (
      ".python-version .ruby-version .node-version .nvmrc .java-version .tool-versions mise.toml .config/mise/config.toml " +
      ".sdkmanrc global.json .mvn/jvm.config mvnw gradlew gradle/wrapper/gradle-wrapper.properties .githooks/pre-commit " +
      ".husky/pre-push .pre-commit-config.yaml .vimrc .gdbinit .bazelrc .github/workflows/ci.yml .github/actions/a/action.yml " +
      ".github/copilot-instructions.md .github/instructions/a.instructions.md .gitlab-ci.yml .circleci/config.yml " +
      "Jenkinsfile azure-pipelines.yml .windsurfrules .clinerules .roo/rules/a.md .kiro/steering/a.md opencode.json " +
      ".cursorrules AGENTS.md CLAUDE.local.md GEMINI.md .junie/guidelines.md .lintstagedrc.json sitecustomize.py pip.conf"
    ).split(" "),
  )("is asked about %s, which other programs or agents go by, as `write` is", async (path) => {
    expect(await write(path)).toBe("ask");
    for (const way of WAYS) expect([way(path), await line(way(path))]).toEqual([way(path), "ask"]);
  });

  it.each(WAYS.map((way) => way("src/a.ts")))(
    "is as free as `write` elsewhere in the workspace: %s",
    async (command) => {
      expect(await line(command)).toBe("allow");
    },
  );

  it.each(["mkdir -p src/a/b", "cp -r src lib", "mv src/a.ts src/b.ts", "cp src/a.ts src/b.ts lib/"])(
    "is free: %s",
    async (command) => {
      expect(await line(command)).toBe("allow");
      expect((await withRules({}).decide("bash", { command })).verdict).toBe("ask");
    },
  );

  it.each([
    "mkdir /opt/x",
    "cp a.txt ../b.txt",
    "mv a.txt ~/b.txt",
    "touch /etc/x",
    "rm a.txt",
    "chmod +x a",
    "cp -r src $DIR",
    "mv src .git/x",
    "cp /etc/hosts a",
  ])("is asked or denied: %s", async (command) => {
    expect(await line(command)).not.toBe("allow");
  });

  it("keeps to the rules of a person", async () => {
    const engine = accepting({ ask: ["Edit(a.txt)"], deny: ["Edit(docs/**)"] });
    for (const way of WAYS) {
      expect((await engine.decide("bash", { command: way("a.txt") })).verdict).toBe("ask");
      expect((await engine.decide("bash", { command: way("docs/a.md") })).verdict).toBe("deny");
    }
  });
});
