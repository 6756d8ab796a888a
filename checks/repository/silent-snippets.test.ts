import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

const WARNING = "overrides: nothing in this run asked for it.";
const REFUSAL = 'Tool call refused tool=bash toolCallId=c1 durationMs=0.1 code=policy_denied text="/tmp/a"';

/** A page whose one snippet says `said` on stderr, of which the page tells `told`. */
function checked(said: string, told: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "silent-snippets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const page = join(folder, "page.md");
  const comment = told.length === 0 ? "" : ["\n<!-- stderr", ...told, "-->\n"].join("\n");
  const code = `# run\necho out${said === "" ? "" : `\necho '${said}' >&2`}`;
  writeFileSync(page, `\`\`\`sh\n${code}\n\`\`\`\n\n\`\`\`text\nout\n\`\`\`\n${comment}`);
  const { status, stderr } = spawnSync(process.execPath, ["scripts/check-docs.mjs", page], { encoding: "utf8" });
  return { status, stderr };
}

it("a snippet and its page tell the same of stderr: what only one of them tells fails the check of the pages", () => {
  expect(checked("", [])).toMatchObject({ status: 0 });
  expect(checked(WARNING, [])).toMatchObject({ status: 1, stderr: expect.stringContaining(WARNING) });
  expect(checked(REFUSAL, ["Tool call refused tool=bash code=policy_denied"])).toMatchObject({ status: 0 });
  expect(checked(REFUSAL, ["Tool call refused tool=bash code=unknown_tool"])).toMatchObject({ status: 1 });
  expect(checked("", ["Tool call refused tool=bash code=policy_denied"])).toMatchObject({ status: 1 });
});
