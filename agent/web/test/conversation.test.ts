import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { makeGate } from "./support/gate.ts";
import { atRest, card, conversation, openCard, openFold, say, see, stands, stopButton } from "./support/talk.ts";
import { TOOLS_MODULE } from "./support/tools-module.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

describe.skipIf(!hasBrowser)("a conversation in the browser", () => {
  let app: WebApp;
  beforeAll(async () => {
    const files = { "notes.md": "# Notes\n\nBuy milk.\n" };
    app = await startWebApp({ files, tools: TOOLS_MODULE, args: ["--sandbox", "off"] });
  });
  afterAll(() => app.close());

  it("is whole: a message, a call and its result, the answer, and the next message", async () => {
    const page = await app.open();
    expect(new URL(page.url()).search, "the token leaves the address").toBe("");
    await say(page, "What should I buy?");
    const first = await app.model.asked("What should I buy?");
    first.callAll({ id: "r1", name: "read", arguments: { file_paths: ["notes.md"] } });
    const second = await app.model.asked("What should I buy?");
    expect(second.lastMessage).toContain("Buy milk.");
    second.say("You should buy **milk**.");
    await see(page, "You should buy milk.");
    expect(await conversation(page).locator("strong").textContent()).toBe("milk");
    await say(page, "Thank you");
    const third = await app.model.asked("Thank you");
    expect(JSON.stringify(third.request.messages)).toContain("You should buy **milk**.");
    third.say("You are welcome.");
    await see(page, "You are welcome.");
    await atRest(page);
    await page.reload();
    for (const text of ["What should I buy?", "You should buy milk.", "Thank you", "You are welcome."]) {
      await see(page, text);
      expect(await conversation(page).getByText(text, { exact: true }).count(), text).toBe(1);
    }
    await openCard(card(page, "read"));
    await card(page, "read").getByText("Buy milk.").waitFor();
  });

  it("says a message again whose run failed before anything came of it", async () => {
    const page = await app.open();
    await say(page, "Knock knock");
    (await app.model.asked("Knock knock")).fail("No such model.");
    const again = page.getByRole("button", { name: "Try again" });
    await again.waitFor();
    expect(await page.getByRole("button", { name: "Retry" }).count(), "one way is enough").toBe(0);
    await page.reload();
    await again.click();
    (await app.model.asked("Knock knock")).say("Who is there?");
    await see(page, "Who is there?");
    await atRest(page);
    expect(await again.count()).toBe(0);
    expect(await conversation(page).getByText("Knock knock", { exact: true }).count()).toBe(2);
  });

  it("says of a failure what to do about it, also in the midst of an answer, and of an empty answer that it is", async () => {
    const page = await app.open();
    await say(page, "With a wrong key");
    (await app.model.asked("With a wrong key")).refuse(401, "Incorrect key");
    const failed = page.getByRole("alert").filter({ hasText: "The run failed" });
    await failed.getByText("The server refused the credentials (HTTP 401): check the API key.").waitFor();
    expect(await failed.innerText()).toContain("with another key for the server, or another model");
    expect(await failed.innerText()).not.toMatch(/send the message/i);
    await say(page, "Too fast");
    (await app.model.asked("Too fast")).text("It is").fail("Slow down", "rate_limit_exceeded");
    await see(page, /limits how often it may be asked \(HTTP 429\): wait, or check the quota/);
    await see(page, "Wait a moment, or choose another model; then try again.");
    await say(page, "Say nothing");
    (await app.model.asked("Say nothing")).say("  ");
    await see(page, "The model ended without an answer.");
    await atRest(page);
  });

  it("says how long nothing has come from the model", async () => {
    const page = await app.open();
    await page.clock.install();
    await page.reload();
    await say(page, "Be slow");
    const turn = await app.model.asked("Be slow");
    turn.text("Half");
    await see(page, "Half");
    await page.clock.fastForward(15_000);
    await page.getByText(/^No output for 1\d s$/).waitFor();
    turn.say(" and whole.");
    await see(page, "Half and whole.");
    await atRest(page);
    expect(await page.getByText("No output for").count()).toBe(0);
  });

  it("shows a file that was sent by its name, which opens to its text in a box of its own", async () => {
    const page = await app.open();
    await say(page, `What is it?\n[file "a.csv"]\n${"1,2\n".repeat(100)}[end of file "a.csv"]`);
    (await app.model.asked("What is it?")).say("A table.");
    await atRest(page);
    const text = conversation(page).locator(".said-file .plain-text");
    expect(await text.isVisible()).toBe(false);
    await conversation(page).getByText("a.csv", { exact: true }).click();
    const { height, overflow, font, size } = await text.evaluate((box) => {
      const { overflowY, fontFamily, fontSize } = getComputedStyle(box);
      return { height: box.clientHeight, overflow: overflowY, font: fontFamily, size: fontSize };
    });
    expect(font).toContain("mono");
    expect(overflow).toBe("auto");
    expect(height).toBeLessThan(30 * Number.parseInt(size, 10));
  });

  it("streams: text is there before the model has ended", async () => {
    const page = await app.open();
    await say(page, "Count slowly");
    const turn = await app.model.asked("Count slowly");
    turn.text("One, ");
    await see(page, "One,");
    turn.text("two, ");
    await see(page, "One, two,");
    expect(await stopButton(page).count()).toBe(1);
    turn.say("three.");
    await see(page, "One, two, three.");
    await atRest(page);
  });

  it("streams arguments as they arrive", async () => {
    const page = await app.open();
    await say(page, "Write a long file");
    const turn = await app.model.asked("Write a long file");
    turn.call("w1", "write", '{"file_path":"long.txt","content":"first line\\n');
    const write = card(page, "write");
    await stands(write, "Receiving arguments");
    await write.getByText("first line", { exact: true }).waitFor();
    turn.argumentsText("second line\\n");
    await write.getByText("second line").first().waitFor();
    await stopButton(page).click();
    await stands(write, "Stopped");
    await atRest(page);
  });

  it("shows parallel tools, both at work at once", async () => {
    const gates = ["one.gate", "two.gate"].map((name) => makeGate(app.workspace, name));
    const page = await app.open();
    await say(page, "Wait at both gates");
    (await app.model.asked("Wait at both gates")).callAll(
      ...gates.map(({ path }) => ({ id: path, name: "hold", arguments: { gate: path } })),
    );
    const [first, second] = [card(page, "hold", 0), card(page, "hold", 1)];
    for (const [place, call] of [first, second].entries()) {
      await call.getByText(`waiting at ${gates[place]?.path}`).waitFor();
      await stands(call, "Running");
    }
    await gates[1]?.open();
    await stands(second, "Done");
    await stands(first, "Running");
    await gates[0]?.open();
    await openFold(page, "Finished calls: Called hold twice");
    await stands(first, "Done");
    const after = await app.model.asked("Wait at both gates");
    expect(JSON.stringify(after.request.messages.slice(-2))).toMatch(/through \S+one\.gate.*through \S+two\.gate/);
    after.say("Both are open.");
    await see(page, "Both are open.");
  });

  it("shows the live output of bash while the command runs, and its exit code after", async () => {
    const gate = makeGate(app.workspace, "bash.gate");
    const page = await app.open();
    await say(page, "Run it");
    const command = "echo begun; cat bash.gate; echo over; exit 3";
    (await app.model.asked("Run it")).callAll({ id: "b", name: "bash", arguments: { command } });
    await card(page, "bash").getByText("begun", { exact: true }).waitFor();
    await stands(card(page, "bash"), "Running");
    await gate.open();
    (await app.model.asked("Run it")).say("It failed.");
    await see(page, "It failed.");
    await card(page, "bash")
      .getByText(/begun\s+over/)
      .waitFor();
    expect(await card(page, "bash").innerText()).toMatch(/exit 3/);
  });

  it("shows an error as an error", async () => {
    const page = await app.open();
    await say(page, "Read what is not there");
    (await app.model.asked("Read what is not there")).callAll({ id: "e1", name: "read", arguments: { wrong: true } });
    const read = card(page, "read");
    await stands(read, "Failed");
    await read.getByRole("alert").waitFor();
    (await app.model.asked("Read what is not there")).say("It cannot be read.");
    await see(page, "It cannot be read.");
    await page.reload();
    await stands(read, "Failed");
  });

  it("stops: the model is cut off, the page says so, and the next message is taken", async () => {
    const page = await app.open();
    await say(page, "Go on for ever");
    const turn = await app.model.asked("Go on for ever");
    turn.text("For ever and ");
    await see(page, "For ever and");
    await stopButton(page).click();
    await see(page, "Stopped.");
    await atRest(page);
    await expect.poll(() => turn.isCutOff).toBe(true);
    await say(page, "Are you there?");
    (await app.model.asked("Are you there?")).say("I am.");
    await see(page, "I am.");
  });

  it("keeps what was written before a failure or a stop, and says why it failed and who answered, also after a reload", async () => {
    const page = await app.open();
    await say(page, "Break off");
    (await app.model.asked("Break off")).text("The first half, ").fail("The key has expired.");
    await atRest(page);
    await say(page, "Be stopped");
    (await app.model.asked("Be stopped")).text("As far as this ");
    await see(page, "As far as this");
    await stopButton(page).click();
    await see(page, "Stopped.");
    await say(page, "Go on");
    (await app.model.asked("Go on")).say("All of it.");
    await see(page, "All of it.");
    await atRest(page);
    for (const isReloaded of [false, true]) {
      if (isReloaded) await page.reload();
      await see(page, "All of it.");
      const answers = await conversation(page).getByRole("article", { name: "Agent" }).allInnerTexts();
      expect(answers).toEqual([
        expect.stringMatching(/The first half,[\s\S]*The key has expired\./),
        expect.stringMatching(/As far as this[\s\S]*Stopped\./),
        expect.stringContaining("litellm:test"),
      ]);
    }
  });
});
