import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { allowOnce, atRest, conversation, question, say, see } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

describe.skipIf(!hasBrowser)("notes in a thread", () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({ args: ["--sandbox", "off"] });
  });
  afterAll(() => app.close());

  /** Says something that is answered at once. */
  async function turn(page: Page, said: string, answer: string): Promise<void> {
    await say(page, said);
    (await app.model.asked(said)).say(answer);
    await see(page, answer);
    await atRest(page);
  }

  it("say that older messages were summarised, how much that was, and what the summary says", async () => {
    const page = await app.open();
    await turn(page, "Tell me of the mountains", "They are high. ".repeat(200));
    await turn(page, "And of the sea", "It is deep.");
    await page.getByRole("button", { name: "Compact" }).click();
    await page
      .getByRole("status")
      .getByText(/The model is reading|Writing/)
      .waitFor();
    (await app.model.asked("They are high.")).say("HIGH MOUNTAINS, DEEP SEA");
    const note = conversation(page).locator("details", {
      hasText: /^Older messages were summarised for the model: \S+ tokens became \S+/,
    });
    await note.waitFor();
    await note.locator("summary").click();
    await note.getByText("HIGH MOUNTAINS, DEEP SEA").waitFor();
    // The record stays whole, and the note stands behind it.
    const text = await conversation(page).innerText();
    const places = ["Tell me of the mountains", "They are high.", "It is deep.", "Older messages were summarised"].map(
      (words) => text.indexOf(words),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    await turn(page, "Which was higher?", "The mountains.");
    await page.reload();
    await note.waitFor();
  });

  it("show what was said to a run where the run heard it, also when it is opened again", async () => {
    const page = await app.open();
    await say(page, "Tidy the folder");
    const first = await app.model.asked("Tidy the folder");
    first.text("I begin with the notes. ");
    first.callAll({ id: "s1", name: "bash", arguments: { command: "touch tidy.txt" } });
    await question(page, "bash").waitFor();
    await allowOnce(question(page, "bash"));
    const second = await app.model.asked("Tidy the folder");
    second.text("Half of it is done. ");
    await see(page, "Half of it is done.");
    await say(page, "Leave the photos alone");
    await page.getByText("Sent when this step ends").waitFor();
    second.end();
    const third = await app.model.asked("Leave the photos alone");
    third.say("I will not touch them.");
    await see(page, "I will not touch them.");
    await atRest(page);
    await expectOrder(page);
    await page.reload();
    await see(page, "I will not touch them.");
    await expectOrder(page);
  });

  async function expectOrder(page: Page): Promise<void> {
    const run = conversation(page).getByRole("article", { name: "Agent" });
    const note = run.getByRole("note", { name: "You, during the run" });
    await note.getByText("Leave the photos alone").waitFor();
    expect(await run.count()).toBe(1);
    const text = await run.innerText();
    const places = [
      "I begin with the notes.",
      "Half of it is done.",
      "Leave the photos alone",
      "I will not touch them.",
    ];
    const found = places.map((words) => text.indexOf(words));
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(found).not.toContain(-1);
  }

  it("say that the model is asked again, when and why, and that it answers", async () => {
    const page = await app.open();
    await say(page, "Answer in spite of it");
    (await app.model.asked("Answer in spite of it")).refuse(429, "Too many people ask.", 2);
    const status = page.getByRole("status").filter({ hasText: "Retrying in 2 s" });
    await status.waitFor();
    // In our words: those of a provider may hold what is not for everybody.
    expect(await status.innerText()).toContain("The model's server refused the request.");
    (await app.model.asked("Answer in spite of it")).say("Here it is.");
    await see(page, "Here it is.");
    await atRest(page);
    expect(await status.count()).toBe(0);
  });
});
