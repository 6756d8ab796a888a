import { readFileSync } from "node:fs";
import { join } from "node:path";
import { scripted } from "@toolwright/models";
import { createAgentServer, startNodeServer } from "@toolwright/server";
import { openStore } from "@toolwright/store";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { openPage } from "./support/open-page.ts";
import { buildOwnApp, serveOwnApp } from "./support/own-app.ts";
import { type ServedWorkspace, serveWorkspace, TOKEN } from "./support/served-workspace.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const STEPS = [
  {
    toolCalls: [
      { name: "read", arguments: { file_paths: ["a.txt"] } },
      { name: "read", arguments: { file_paths: ["nowhere.txt"] } },
      { name: "write_todos", arguments: { todos: [{ content: "Change a line", status: "pending" }] } },
    ],
  },
  { toolCalls: [{ name: "edit", arguments: { file_path: "a.txt", old_string: "two", new_string: "TWO" } }] },
  { text: "It is changed." },
];

describe.skipIf(!hasBrowser)("the cards in an assistant-ui app of one's own", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await buildOwnApp();
  });

  describe.each(["toolkit", "tool-uis"])("registered as %s", (form) => {
    const workspace = temporaryFolder({ "a.txt": "one\ntwo\nthree\n" });
    const script = join(temporaryFolder({ "steps.json": JSON.stringify(STEPS) }), "steps.json");
    let server: ServedWorkspace;
    let app: Awaited<ReturnType<typeof serveOwnApp>>;
    beforeAll(async () => {
      server = await serveWorkspace({ workspace, state: temporaryFolder(), args: ["--model", `script:${script}`] });
      app = await serveOwnApp(folder, server.port);
    });
    afterAll(async () => {
      app.close();
      await server.kill();
    });

    it("shows calls, a failure as one, and a question that is answered in its card", async () => {
      const page = await openPage(`${app.url}#${form}`);
      await page.getByRole("textbox", { name: "Message" }).fill("Change it");
      await page.getByRole("textbox", { name: "Message" }).press("Enter");

      const read = page.getByRole("region", { name: "Tool read: a.txt" });
      await read.getByText("3 lines").waitFor();
      await read.getByRole("button", { expanded: false }).click();
      expect(await read.locator(".tw-line").allInnerTexts()).toEqual(["1\none", "2\ntwo", "3\nthree"]);

      const failed = page.getByRole("region", { name: "Tool read: nowhere.txt" });
      await failed.getByText("Failed", { exact: true }).waitFor();
      expect(await failed.getByRole("alert").innerText()).toBe("nowhere.txt does not exist.");
      await page.getByRole("region", { name: "Tool write_todos" }).getByText("0/1 done").waitFor();

      const edit = page.getByRole("region", { name: "Tool edit: a.txt" });
      const question = edit.getByRole("region", { name: "Run edit?" });
      await question.waitFor();
      expect(await edit.locator("del, ins").allInnerTexts()).toEqual(["two", "TWO"]);
      await page.keyboard.press("Enter");
      expect(await question.isVisible(), "Enter alone answers nothing").toBe(true);
      await question.getByRole("button", { name: "Edit arguments…" }).click();
      expect(await page.evaluate(() => document.activeElement?.tagName), "the focus follows").toBe("TEXTAREA");
      await question.getByRole("textbox", { name: "new_string" }).fill("2");
      await question.getByRole("button", { name: "Allow with these arguments" }).click();

      await page.getByText("It is changed.").waitFor();
      expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("one\n2\nthree\n");
      expect(await edit.locator("del, ins").allInnerTexts()).toEqual(["two", "2"]);
      await edit.getByText("Allowed with other arguments").waitFor();
    });
  });

  it.each(["toolkit", "no-id"])("goes on with its thread, which its model has named since (%s)", async (form) => {
    const model = scripted(["One.", "By the model", "Two."].map((text) => ({ text })));
    const store = openStore({ file: ":memory:" });
    const agent = { model: "script:test", titles: true, config: () => ({ model }) };
    const server = await startNodeServer(createAgentServer({ agent, store, token: TOKEN }), { port: 0 });
    const app = await serveOwnApp(folder, server.port);
    onTestFinished(async () => {
      app.close();
      await server.close();
      store.close();
    });
    const page = await openPage(`${app.url}#${form}`);
    const sent: unknown[] = [];
    page.on("request", (request) => void (request.method() === "POST" && sent.push(request.postDataJSON().threadId)));
    const titles = () => store.threads.list({ channel: "web" }).threads.map(({ title }) => title);
    await talk(page, "first", "One.");
    await expect.poll(titles).toEqual(["By the model"]);
    await talk(page, "second", "Two.");
    expect(titles()).toEqual(["By the model"]);
    const id = form === "no-id" ? undefined : expect.stringMatching(/^__LOCALID_/);
    expect(sent).toEqual([id, id]);
  });

  it.each(["toolkit", "runtime"])("tries an answer again in a fork (%s)", async (form) => {
    const steps = JSON.stringify(["One.", "Two.", "Another two."].map((text) => ({ text })));
    const script = join(temporaryFolder({ "steps.json": steps }), "steps.json");
    const served = { workspace: temporaryFolder(), state: temporaryFolder(), args: ["--model", `script:${script}`] };
    const server = await serveWorkspace(served);
    const app = await serveOwnApp(folder, server.port);
    onTestFinished(async () => {
      app.close();
      await server.kill();
    });
    const page = await openPage(`${app.url}#${form}`);
    await talk(page, "first", "One.");
    await talk(page, "second", "Two.");
    await page.getByRole("button", { name: "Again" }).last().click();
    await page.getByText("Another two.", { exact: true }).waitFor();
    await expect.poll(() => page.getByText("Two.", { exact: true }).count()).toBe(0);
    const { threads } = await page.evaluate(async () => (await fetch("/api/threads")).json());
    expect(threads).toHaveLength(2);
    expect(threads[0].forkedFrom.id).toBe(threads[1].id);
  });
});

/** Says something, once the run before is at its end, and waits for the answer. */
async function talk(page: Page, text: string, answer: string): Promise<void> {
  const box = page.getByRole("textbox", { name: "Message" });
  await box.fill(text);
  // While the run before is not at its end, the key does nothing.
  const left = async () => {
    await box.press("Enter");
    return box.inputValue();
  };
  await expect.poll(left).toBe("");
  await page.getByText(answer, { exact: true }).waitFor();
}
