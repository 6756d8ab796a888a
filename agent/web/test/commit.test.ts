import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violations } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { allowOnce, atRest, question, say } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

describe.skipIf(!hasBrowser)("a commit from the page", () => {
  let app: WebApp;
  const git = (...args: string[]) => execFileSync("git", args, { cwd: app.workspace, encoding: "utf8" });
  beforeAll(async () => {
    app = await startWebApp({ files: { "list.txt": "milk\n" }, args: ["--mode", "accept-edits"] });
    git("config", "user.name", "Ann");
    git("config", "user.email", "ann@example.com");
  });
  afterAll(() => app.close());

  for (const width of [1_440, 390]) {
    it(`has a message by the model that a person changes, asks, and says what came of it, at ${width} px`, async () => {
      const page = await app.open({ context: { viewport: { width, height: 844 }, reducedMotion: "reduce" } });
      const said = `Write at ${width}`;
      const name = `-${width}'s "new"\nfile.txt`;
      const ran = join(app.workspace, ".git", `ran-${width}`);
      const hook = join(app.workspace, ".git/hooks/pre-commit");
      writeFileSync(hook, `#!/bin/sh\necho ran > .git/ran-${width}\n`);
      chmodSync(hook, 0o755);
      writeFileSync(join(app.workspace, "mine.txt"), `${width}\n`);
      git("add", "mine.txt");
      await say(page, said);
      (await app.model.asked(said)).callAll({
        id: `w${width}`,
        name: "write",
        arguments: { file_path: name, content: "one\n" },
      });
      (await app.model.asked(said)).say("Written.");
      await atRest(page);
      await page.getByRole("button", { name: "Show changes" }).click();
      const pane = page.getByRole("complementary");
      await pane.getByRole("button", { name: "Commit…" }).click();
      const message = pane.getByRole("textbox", { name: "Message" });
      const asked = await app.model.asked("last_commits");
      await pane.getByText("The model writes a message…").waitFor();
      expect(asked.request.tools).toBeUndefined();
      asked.say("Add a file\n");
      await expect.poll(() => message.inputValue()).toBe("Add a file");
      expect(await violations(page)).toEqual([]);
      await message.fill(`Add the file of ${width}`);
      await pane.getByRole("button", { name: "Commit", exact: true }).click();
      await pane.getByText("The commit waits for your answer in the conversation.").waitFor();
      expect(existsSync(ran)).toBe(false);
      if (width === 390) await pane.getByRole("button", { name: "Show the conversation" }).click();
      await allowOnce(question(page, "bash"));
      await atRest(page);
      expect(existsSync(ran)).toBe(true);
      const hash = git("rev-parse", "--short", "HEAD").trim();
      if (width === 390) await page.getByRole("button", { name: "Show changes" }).last().click();
      await pane.getByText(`Committed ${hash}.`).waitFor();
      expect(git("log", "-1", "--format=%an %s").trim()).toBe(`Ann Add the file of ${width}`);
      expect(git("show", "--format=", "--name-only", "-z", "HEAD")).toBe(`${name}\0`);
      expect(git("diff", "--cached", "--name-only").trim()).toBe("mine.txt");
      expect(await violations(page)).toEqual([]);
      await pane.getByRole("button", { name: "Commit…" }).click();
      await pane.getByRole("alert").getByText("There is nothing to commit").waitFor();
      git("commit", "-qm", "Mine", "--no-verify");
    });
  }
});
