import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { atRest, conversation, say, see } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

describe.skipIf(!hasBrowser)("a conversation in the browser", () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({ files: { "notes.md": "# Notes\n\nBuy milk.\n" } });
  });
  afterAll(() => app.close());

  it("is whole: a message, a call and its result, the answer, and the next message", async () => {
    const page = await app.open();
    expect(new URL(page.url()).search, "the token leaves the address").toBe("");
    await say(page, "What should I buy?");
    const first = await app.model.asked();
    first.callAll({ id: "r1", name: "read", arguments: { file_paths: ["notes.md"] } });
    const second = await app.model.asked();
    expect(second.lastMessage).toContain("Buy milk.");
    second.say("You should buy milk.");
    await see(page, "You should buy milk.");
    await say(page, "Thank you");
    const third = await app.model.asked();
    expect(JSON.stringify(third.request.messages)).toContain("You should buy milk.");
    third.say("You are welcome.");
    await see(page, "You are welcome.");
    await atRest(page);
    await page.reload();
    for (const text of ["What should I buy?", "You should buy milk.", "Thank you", "You are welcome."]) {
      await see(page, text);
      expect(await conversation(page).getByText(text, { exact: true }).count(), text).toBe(1);
    }
  });

  it("streams: text is there before the model has ended", async () => {
    const page = await app.open();
    await say(page, "Count slowly");
    const turn = await app.model.asked();
    turn.text("One, ");
    await see(page, "One,");
    turn.text("two, ");
    await see(page, "One, two,");
    expect(await page.getByRole("button", { name: "Stop", exact: true }).count()).toBe(1);
    turn.say("three.");
    await see(page, "One, two, three.");
    await atRest(page);
  });
});
