import { existsSync, readdirSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violations } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { openPage, type PageOptions } from "./support/open-page.ts";
import { type ServedWorkspace, serveWorkspace, TOKEN } from "./support/served-workspace.ts";
import { allowOnce, question } from "./support/talk.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const KEY = "gsk_0123456789abcdef0123456789abcdef";

describe.skipIf(!hasBrowser)("a page without a model", () => {
  let server: ServedWorkspace;
  const workspace = temporaryFolder({ "README.md": "# Milk\n" });
  const state = temporaryFolder();
  beforeAll(async () => {
    server = await serveWorkspace({ workspace, state, args: ["--sandbox", "off"] });
  });
  afterAll(() => server.kill());

  const open = (options: PageOptions = {}) => openPage(`http://127.0.0.1:${server.port}/?token=${TOKEN}`, options);

  it("plays a recorded session: the call is made in a folder of its own, and the person is asked", async () => {
    const page = await open();
    await page.getByRole("heading", { name: "Pick a model" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Watch a recorded session" }).click();
    await page.getByText("Math.round(whole * 0.9)").first().waitFor();
    const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith("toolwright-session-"));
    expect(folders()).not.toEqual([]);
    await allowOnce(question(page, "edit"));
    await page.getByText("was changed with the following edits").waitFor();
    expect(existsSync(`${workspace}/src`)).toBe(false);
  });

  it("fills the box with a suggestion", async () => {
    const page = await open();
    await page.getByRole("button", { name: "List the files here" }).click();
    const box = page.getByRole("textbox", { name: "Message" });
    expect(await box.inputValue()).toBe("List the files here");
    await page.keyboard.press("Enter");
    await page.getByText("README.md").first().waitFor();
  });

  it("takes a key that no answer holds, and says what is wrong with one that is none", async () => {
    const page = await open({ expectedErrors: /status of 422/ });
    const field = page.getByLabel("Use a provider’s key");
    await field.fill("not a key");
    await field.press("Enter");
    await page.getByRole("alert").getByText("That is no key").waitFor();
    await field.fill(KEY);
    await field.press("Enter");
    await page.getByRole("combobox", { name: "Model" }).waitFor();
    await expect
      .poll(() => page.getByRole("combobox", { name: "Model" }).inputValue())
      .toBe("groq:openai/gpt-oss-120b");
    expect(await page.getByRole("heading", { name: "Pick a model" }).count()).toBe(0);
    const headers = { authorization: `Bearer ${TOKEN}` };
    const info = await (await fetch(`http://127.0.0.1:${server.port}/api/info`, { headers })).text();
    expect(info).not.toContain(KEY);
    expect(JSON.parse(info)).toMatchObject({ model: "groq:openai/gpt-oss-120b", notice: null });
  });
});

describe.skipIf(!hasBrowser)("a page that looks for a model", () => {
  it("finds that of a server on this machine, and uses it when it is chosen", async (context) => {
    const asked: string[] = [];
    const local = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.end(JSON.stringify({ data: [{ id: "qwen3" }] }));
    });
    if (!(await listens(local, 11_434))) return context.skip("Port 11434 is in use.");
    const served = { workspace: temporaryFolder(), state: temporaryFolder(), args: ["--sandbox", "off"] };
    const server = await serveWorkspace(served);
    try {
      const address = `http://127.0.0.1:${server.port}/?token=${TOKEN}`;
      const page = await openPage(address, { expectedErrors: /ERR_/ });
      await page.getByRole("heading", { name: "Pick a model" }).waitFor();
      expect(asked).toEqual([]);
      await page.getByRole("button", { name: "Look for a model" }).click();
      await page.getByRole("button", { name: "Use qwen3, from Ollama" }).click();
      await expect.poll(() => page.getByRole("combobox", { name: "Model" }).inputValue()).toBe("ollama:qwen3");
      expect(asked).toContain("GET /v1/models");
      expect(asked).not.toContain("POST /v1/chat/completions");
    } finally {
      await server.kill();
      local.close();
    }
  });
});

function listens(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => resolve(true));
  });
}
