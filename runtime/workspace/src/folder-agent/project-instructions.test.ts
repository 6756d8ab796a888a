import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createFolderAgent, type FolderAgentOptions } from "./folder-agent.ts";
import { FOLDER_INSTRUCTIONS } from "./folder-instructions.ts";

const PLAIN = String(FOLDER_INSTRUCTIONS.content);

async function told(
  files: Readonly<Record<string, string>>,
  options: Partial<FolderAgentOptions> = {},
): Promise<readonly [file: string | undefined, text: string]> {
  const home = await mkdtemp(join(tmpdir(), "instructions-"));
  const root = join(home, "work");
  await mkdir(root);
  for (const [name, text] of Object.entries(files)) {
    if (text.startsWith("-> ")) await symlink(text.slice(3), join(root, name));
    else await writeFile(join(root, name), text);
  }
  await writeFile(join(home, "outside.md"), "Outside.");
  const agent = await createFolderAgent({ root, home, stateDirectory: join(home, "state"), ...options });
  onTestFinished(() => agent.close());
  expect(agent.open().history).toEqual(agent.instructions);
  return [agent.instructionFile, String(agent.instructions[0]?.content).replace(PLAIN, "")];
}

describe("what a model is told of a folder", () => {
  it.each([
    [{}, [undefined, ""]],
    [
      { "AGENTS.md": "Use tabs.\n", "CLAUDE.md": "Never." },
      ["AGENTS.md", "\n\nAGENTS.md of this folder says:\n\nUse tabs."],
    ],
    [{ "CLAUDE.md": "Use tabs." }, ["CLAUDE.md", "\n\nCLAUDE.md of this folder says:\n\nUse tabs."]],
    [{ "AGENTS.md": "-> CLAUDE.md", "CLAUDE.md": "Use tabs." }, ["CLAUDE.md", expect.stringContaining("Use tabs.")]],
    [{ "AGENTS.md": "-> ../outside.md" }, [undefined, ""]],
    [{ "AGENTS.md": " \n" }, [undefined, ""]],
  ])("is of %j", async (files, expected) => {
    expect(await told(files)).toEqual(expected);
  });

  it("is cut, with secrets masked", async () => {
    const secrets = [{ name: "TOKEN", value: "hunter2-hunter2" }];
    const [, text] = await told({ "AGENTS.md": `hunter2-hunter2 ${"é".repeat(40_000)}` }, { secrets });
    expect(text).toContain("[secret:TOKEN]");
    expect(Buffer.byteLength(text)).toBeLessThan(33 * 1024);
    expect(text).toMatch(/é\n\[The rest is left out: read the file\.\]$/);
  });

  it("is read again when it has changed, for conversations that are opened then", async () => {
    const home = await mkdtemp(join(tmpdir(), "instructions-"));
    const root = join(home, "work");
    await mkdir(root);
    const agent = await createFolderAgent({ root, home, stateDirectory: join(home, "state") });
    onTestFinished(() => agent.close());
    const earlier = agent.open();
    expect(await agent.readInstructions()).toBe(undefined);
    await writeFile(join(root, "AGENTS.md"), "Use tabs.");
    expect(await agent.readInstructions()).toBe("AGENTS.md of this folder says:\n\nUse tabs.");
    expect([agent.instructionFile, agent.open().history]).toEqual(["AGENTS.md", agent.instructions]);
    expect(JSON.stringify(agent.instructions)).toContain("Use tabs.");
    expect(JSON.stringify(earlier.history)).not.toContain("Use tabs.");
  });

  it("leaves out what a rule denies, what is no text of that size, and what nobody wants", async () => {
    const files = { "AGENTS.md": "Use tabs." };
    expect(await told(files, { policies: { deny: ["Read(AGENTS.md)"] } })).toEqual([undefined, ""]);
    expect(await told({ "AGENTS.md": "x".repeat(1024 * 1024 + 1) })).toEqual([undefined, ""]);
    expect(await told(files, { projectInstructions: false })).toEqual([undefined, ""]);
  });
});
