import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { openTab } from "./support/open-page.ts";
import { allowOnce, atRest, card, conversation, question, say, see, stands } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

describe.skipIf(!hasBrowser)("approvals in the browser", () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({ files: { "always-1.txt": "", "twice.txt": "one\none\n" }, args: ["--sandbox", "off"] });
  });
  afterAll(() => app.close());

  const inWorkspace = (name: string) => join(app.workspace, name);

  async function ask(command: string) {
    const page = await app.open();
    await say(page, `Please run ${command}`);
    (await app.model.asked(`Please run ${command}`)).callAll({
      id: `c-${command}`,
      name: "bash",
      arguments: { command },
    });
    await question(page, "bash").waitFor();
    return page;
  }

  it("approve: shows the command and the reason asked, and runs it once allowed", async () => {
    const page = await ask("touch approved.txt");
    await question(page, "bash").getByText("touch approved.txt").first().waitFor();
    await question(page, "bash").getByText("No rule allows touch.").waitFor();
    await stands(card(page, "bash"), "Waiting for your answer");
    expect(existsSync(inWorkspace("approved.txt"))).toBe(false);
    await allowOnce(question(page, "bash"));
    (await app.model.asked("touch approved.txt")).say("Made.");
    await see(page, "Made.");
    expect(existsSync(inWorkspace("approved.txt"))).toBe(true);
    await stands(card(page, "bash"), "Done");
  });

  it("approve: shows what a write would put into the file", async () => {
    const page = await app.open();
    await say(page, "Write it down");
    const content = "one\ntwo\n";
    (await app.model.asked("Write it down")).callAll({
      id: "w",
      name: "write",
      arguments: { file_path: "diff.txt", content },
    });
    await question(page, "write").waitFor();
    await card(page, "write").getByText(/two/).last().waitFor();
    await allowOnce(question(page, "write"));
    (await app.model.asked("Write it down")).say("Written.");
    await see(page, "Written.");
    expect(readFileSync(inWorkspace("diff.txt"), "utf8")).toBe(content);
  });

  it("approve: shows what an edit says beside its texts, as that it changes all places", async () => {
    const page = await app.open();
    await say(page, "One is two");
    const file = { file_path: "twice.txt" };
    (await app.model.asked("One is two")).callAll({ id: "r", name: "read", arguments: { file_paths: ["twice.txt"] } });
    const edit = { ...file, old_string: "one", new_string: "two", replace_all: true };
    (await app.model.asked("One is two")).callAll({ id: "e", name: "edit", arguments: edit });
    await question(page, "edit").waitFor();
    const said = card(page, "edit").locator(".tw-arg");
    expect(await said.allInnerTexts()).toEqual([expect.stringMatching(/^replace_all\s+true$/)]);
    await allowOnce(question(page, "edit"));
    (await app.model.asked("One is two")).say("Both are.");
    await see(page, "Both are.");
    expect(readFileSync(inWorkspace("twice.txt"), "utf8")).toBe("two\ntwo\n");
    expect(await said.count()).toBe(0);
  });

  it("edit: what the person wrote runs in place of what the model asked for", async () => {
    const page = await ask("touch asked.txt");
    await question(page, "bash").getByRole("button", { name: "Edit arguments" }).click();
    await question(page, "bash").getByRole("textbox", { name: "command" }).fill("touch edited.txt");
    await question(page, "bash").getByRole("button", { name: "Allow with these arguments" }).click();
    (await app.model.asked("touch asked.txt")).say("Done so.");
    await see(page, "Done so.");
    expect([existsSync(inWorkspace("asked.txt")), existsSync(inWorkspace("edited.txt"))]).toEqual([false, true]);
  });

  it("always: shows the rule, saves it, and the next call does not ask", async () => {
    const page = await ask("chmod 600 always-1.txt");
    await question(page, "bash").getByRole("button", { name: "Always allow" }).click();
    await question(page, "bash").getByText("Bash(chmod 600 always-1.txt)").waitFor();
    await question(page, "bash").getByRole("button", { name: "Save and allow" }).click();
    (await app.model.asked("chmod 600 always-1.txt")).callAll({
      id: "again",
      name: "bash",
      arguments: { command: "chmod 600 always-1.txt" },
    });
    (await app.model.asked("chmod 600 always-1.txt")).say("It was done twice.");
    await see(page, "It was done twice.");
    expect(statSync(inWorkspace("always-1.txt")).mode & 0o777).toBe(0o600);
  });

  it("always in this conversation: the next call does not ask, another conversation does, and nothing is saved", async () => {
    const page = await ask("chmod 640 always-1.txt");
    await question(page, "bash").getByRole("button", { name: "Always allow" }).click();
    await question(page, "bash").getByRole("button", { name: "Allow in this conversation" }).click();
    (await app.model.asked("chmod 640 always-1.txt")).callAll({
      id: "again",
      name: "bash",
      arguments: { command: "chmod 640 always-1.txt" },
    });
    (await app.model.asked("chmod 640 always-1.txt")).say("It was done in one conversation.");
    await see(page, "It was done in one conversation.");
    const other = await ask("chmod 640 always-1.txt");
    await question(other, "bash").getByRole("button", { name: "Refuse and stop" }).click();
  });

  it("refuse: the model reads the note, and nothing ran", async () => {
    const page = await ask("touch refused.txt");
    await question(page, "bash").getByRole("button", { name: "Refuse with a note" }).click();
    await question(page, "bash").getByRole("textbox").fill("Use the notes folder instead.");
    await question(page, "bash").getByRole("button", { name: "Refuse", exact: true }).click();
    const after = await app.model.asked("touch refused.txt");
    expect(after.lastMessage).toContain("Use the notes folder instead.");
    after.say("I will.");
    await see(page, "I will.");
    await stands(card(page, "bash"), "Refused");
    expect(existsSync(inWorkspace("refused.txt"))).toBe(false);
  });

  it("refuse without a note stops the run", async () => {
    const page = await ask("touch stopped.txt");
    await question(page, "bash").getByRole("button", { name: "Refuse and stop" }).click();
    await atRest(page);
    expect([app.model.waiting("touch stopped.txt"), existsSync(inWorkspace("stopped.txt"))]).toEqual([0, false]);
  });

  it("two tabs: a question that one answers disappears in the other", async () => {
    const page = await ask("touch tabs.txt");
    const other = await openTab(page.context(), page.url());
    await question(other, "bash").waitFor();
    await allowOnce(question(other, "bash"));
    await question(page, "bash").waitFor({ state: "detached" });
    (await app.model.asked("touch tabs.txt")).say("One answer was enough.");
    await see(page, "One answer was enough.");
    await see(other, "One answer was enough.");
  });

  it("asks for a sub-agent below the call that started it", async () => {
    const page = await app.open();
    await say(page, "Delegate it");
    const task = { description: "touch a file", prompt: "Touch delegated.txt" };
    (await app.model.asked("Delegate it")).callAll({ id: "d", name: "agent", arguments: task });
    const command = { command: "touch delegated.txt" };
    (await app.model.asked("Touch delegated.txt")).callAll({ id: "e", name: "bash", arguments: command });
    const asked = question(page, "bash");
    await asked.waitFor();
    expect(await asked.count()).toBe(1);
    expect(await page.locator(".tw-card", { hasText: "touch a file" }).first().innerText()).toContain("Run bash?");
    await allowOnce(asked);
    (await app.model.asked("Touch delegated.txt")).say("It is there.");
    (await app.model.asked("Delegate it")).say("Delegated.");
    await see(page, "Delegated.");
    expect(existsSync(inWorkspace("delegated.txt"))).toBe(true);
    await question(page, "bash").waitFor({ state: "detached" });
    await atRest(page);
    await conversation(page).getByText("400 tokens in, 80 out").waitFor();
    await page.getByRole("button", { name: "Timeline" }).click();
    const depth = (tool: string) =>
      page.locator('.timeline-row[data-kind="tools"]', { hasText: tool }).first().getAttribute("data-depth");
    expect(Number(await depth("bash")), "it stands inside").toBeGreaterThan(Number(await depth("agent")));
  });
});
