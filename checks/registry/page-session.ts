import type { Locator, Page } from "playwright-core";
import { type Served, serve } from "../../agent/cli/test/support/served.ts";
import { folder } from "../../agent/cli/test/support/toolwright.ts";
import { theBrowser } from "../../agent/web/test/support/browser.ts";
import { startModelServer } from "../../agent/web/test/support/model-server.ts";
import { card, question, say, see } from "../../agent/web/test/support/talk.ts";

/** The real page in Chromium, before the real command that has the servers, and a model that is told what to call. */
export interface PageSession {
  readonly served: Served;
  /** A page with a conversation of its own. */
  open(): Promise<Page>;
  /** Lets the model make a call in the conversation of a page. */
  call(page: Page, tool: string, args: Readonly<Record<string, unknown>>): Promise<CallOnPage>;
  close(): Promise<void>;
}

/** A call that the model made. */
export interface CallOnPage {
  readonly card: Locator;
  readonly question: Locator;
  /** Ends the turn once the call has: resolves to what the model read of it. */
  read(): Promise<string>;
}

/** Of more tools than these the model would be told only that it can look for them. */
const ALL_ARE_TOLD = "1000";

export async function openPageSession(servers: object, home: string): Promise<PageSession> {
  const model = await startModelServer();
  const cwd = await folder({ "servers.json": { mcpServers: servers } });
  const env = { HOME: home, XDG_CONFIG_HOME: `${home}/config`, XDG_STATE_HOME: `${home}/state` };
  const own = ["--workspace", cwd, "--mcp", "servers.json", "--tool-search-above", ALL_ARE_TOLD];
  const served = await serve(["--model", "litellm:test", "--base-url", model.baseUrl, ...own], { cwd, env });
  const browser = await theBrowser();
  let calls = 0;
  return {
    served,
    async open() {
      const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
      page.setDefaultTimeout(30_000);
      await page.goto(`${served.url}/?token=${served.token}`);
      return page;
    },
    async call(page, tool, args) {
      calls += 1;
      const [said, answer] = [`Message ${calls}.`, `Answer ${calls}.`];
      const before = await page.getByRole("region", { name: new RegExp(`^Tool ${tool}\\b`) }).count();
      await say(page, said);
      (await model.asked(said)).callAll({ id: `call-${calls}`, name: tool, arguments: args });
      const read = async () => {
        const turn = await model.asked(said);
        turn.say(answer);
        await see(page, answer);
        return turn.lastMessage;
      };
      return { card: card(page, tool, before), question: question(page, tool), read };
    },
    async close() {
      await browser.close();
      served.child.kill("SIGTERM");
      await served.ended;
      model.close();
    },
  };
}
