import { fileURLToPath } from "node:url";
import { defineTool, type ModelPort } from "@toolwright/core";
import { type ScriptStep, scripted } from "@toolwright/models";
import { createAgentServer, startNodeServer } from "@toolwright/server";
import { openStore } from "@toolwright/store";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { hasBrowser } from "./support/browser.ts";
import { openPage } from "./support/open-page.ts";
import { buildOwnApp, serveOwnApp } from "./support/own-app.ts";
import { TOKEN } from "./support/served-workspace.ts";

const PAGES = fileURLToPath(new URL("./front-ends", import.meta.url));

describe.skipIf(!hasBrowser)("a page with the stock client of another front end", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await buildOwnApp(PAGES);
  });

  /** A page of that front end, before a server with these answers of its model. */
  async function open(frontEnd: string, model: ModelPort) {
    const ran: string[] = [];
    const deploy = defineTool({
      name: "deploy",
      description: "Deploys.",
      input: z.object({ to: z.string() }),
      allowlist: "all",
      effects: "external",
      requiresConfirmation: true,
      execute({ to }) {
        ran.push(to);
        return `deployed to ${to}`;
      },
    });
    const store = openStore({ file: ":memory:" });
    const agent = { model: "script:test", titles: true, config: () => ({ model, tools: [deploy] }) };
    const server = await startNodeServer(createAgentServer({ agent, store, token: TOKEN }), { port: 0 });
    const app = await serveOwnApp(folder, server.port);
    onTestFinished(async () => {
      app.close();
      await server.close();
      store.close();
    });
    const page = await openPage(`${app.url}#${frontEnd}`);
    const threads = () => store.threads.list({ channel: "web" }).threads;
    return { page, ran, threads };
  }

  const steps = (...list: readonly ScriptStep[]) => scripted([...list]);
  const asking = (id: string, to: string) => ({ text: "Now.", toolCalls: [{ id, name: "deploy", arguments: { to } }] });

  describe.each(["use-chat", "ag-ui"])("%s", (frontEnd) => {
    it("holds a conversation in one thread, with a question that is allowed and one that is refused", async () => {
      const model = steps(
        { text: "One." },
        { text: "A title" },
        asking("c1", "test"),
        { text: "It is there." },
        asking("c2", "prod"),
      );
      const { page, ran, threads } = await open(frontEnd, model);
      await say(page, "first");
      await page.getByText("One.", { exact: true }).waitFor();
      await expect.poll(() => threads().map(({ title }) => title)).toEqual(["A title"]);
      await say(page, "deploy to test");
      await page.getByRole("region", { name: "Call c1" }).getByRole("button", { name: "Allow" }).click();
      await page.getByText("It is there.", { exact: true }).waitFor();
      expect(ran).toEqual(["test"]);
      await say(page, "deploy to prod");
      await page.getByRole("region", { name: "Call c2" }).getByRole("button", { name: "Refuse" }).click();
      await expect.poll(() => threads().map(({ status }) => status)).toEqual(["idle"]);
      await page.getByRole("status").getByText("ready").waitFor();
      expect([
        ran,
        await page.getByRole("alert").count(),
        await page.getByRole("button", { name: "Allow" }).count(),
      ]).toEqual([["test"], 0, 0]);
    });

    it("tells of a failure, tries again in a fork, and goes on there", async () => {
      const failure = { error: { code: "http", message: "no", status: 500 } } as const;
      const { page, threads } = await open(
        frontEnd,
        steps({ text: "One." }, { text: "A title" }, failure, { text: "Two." }, { text: "Three." }),
      );
      await say(page, "first");
      await page.getByText("One.", { exact: true }).waitFor();
      await expect.poll(() => threads()[0]?.title).toBe("A title");
      await say(page, "second");
      await page.getByRole("alert").getByText("The model's server refused the request.").waitFor();
      await page.getByRole("button", { name: "Again" }).click();
      await page.getByText("Two.", { exact: true }).waitFor();
      await say(page, "third");
      await page.getByText("Three.", { exact: true }).waitFor();
      expect(threads()).toHaveLength(2);
    });
  });

  it("shows the conversation and its question again after a reload (use-chat)", async () => {
    const { page, ran } = await open(
      "use-chat",
      steps(asking("c1", "test"), { text: "It is there." }, { text: "A title" }),
    );
    await say(page, "deploy");
    await page.getByRole("button", { name: "Allow" }).waitFor();
    await page.reload();
    await page.getByText("deploy", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Allow" }).click();
    await page.getByText("It is there.", { exact: true }).waitFor();
    await page.reload();
    await page.getByText("It is there.", { exact: true }).waitFor();
    expect([ran, await page.getByRole("article").count()]).toEqual([["test"], 2]);
  });

  it("goes on reading after a reload, and stops the run (use-chat)", async () => {
    const { page, threads } = await open("use-chat", endless());
    await say(page, "go");
    await page.getByText("early").waitFor();
    await page.reload();
    await page.getByText("early").waitFor();
    await page.getByRole("status").getByText("streaming").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("status").getByText("ready").waitFor();
    await expect.poll(() => threads()[0]?.status).toBe("idle");
  });
});

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.getByRole("textbox", { name: "Message" }).press("Enter");
}

/** A model that says one word, and no more until it is stopped. */
function endless(): ModelPort {
  return {
    name: "endless",
    completionStream({ signal }) {
      const stopped = new Promise<void>((resolve) =>
        signal?.addEventListener("abort", () => resolve(), { once: true }),
      );
      async function* stream() {
        yield { type: "text_delta", delta: "early" } as const;
        await stopped;
      }
      const error = { code: "aborted", message: "stopped" } as const;
      const message = { role: "assistant", content: "early" } as const;
      const final = stopped.then(() => ({ message, model: "endless", finishReason: "error" as const, error }));
      return { stream: stream(), final };
    },
  };
}
