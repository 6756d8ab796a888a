import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { atRest, card, conversation, openFold, say, see, stands } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

const ALLOWED = "for i in 1 2; do echo line; done";

describe.skipIf(!hasBrowser)("cards in the browser", () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({ files: { "a.txt": "one\ntwo\n" }, args: ["--yes", "--sandbox", "off"] });
  });
  afterAll(() => app.close());

  it("shows a diff that grows while its arguments arrive", async () => {
    const page = await app.open();
    await say(page, "Grow a file");
    const turn = await app.model.asked("Grow a file");
    turn.call("w1", "write", '{"file_path":"new.txt","content":"first\\nsec');
    const write = card(page, "write");
    await stands(write, "Receiving arguments");
    await write.locator("ins", { hasText: /^sec$/ }).waitFor();
    expect(await write.getAttribute("aria-busy")).toBe("true");
    turn.argumentsText('ond\\n"}').end();
    (await app.model.asked("Grow a file")).say("Grown.");
    await stands(write, "Done");
    // As short as it is, it stays open.
    expect(await write.locator("ins").allInnerTexts()).toEqual(["first", "second"]);
    await atRest(page);
  });

  it("follows the end of a terminal, until the user scrolls away from it", async () => {
    const page = await app.open();
    await say(page, "Print much");
    const go = `go-${Date.now()}`;
    const wait = (name: string) => `until [ -e ${name} ]; do sleep 0.1; done`;
    const command = `seq 1 200; ${wait(go)}; seq 201 400; ${wait("never")}`;
    (await app.model.asked("Print much")).callAll({ id: "b1", name: "bash", arguments: { command } });
    const terminal = card(page, "bash").getByRole("log", { name: "Terminal" });
    await terminal.getByText(/200\n?$/).waitFor();
    const distance = () => terminal.evaluate((box) => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight));
    expect(await distance()).toBeLessThan(2);
    await terminal.evaluate((box) => box.scrollTo(0, 0));
    writeFileSync(join(app.workspace, go), "");
    await terminal.getByText(/400\n?$/).waitFor();
    expect(await terminal.evaluate((box) => box.scrollTop)).toBe(0);
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await stands(card(page, "bash"), "Stopped");
  });

  it("shows the colours of a command while it runs, when it has ended and after a reload", async () => {
    const page = await app.open();
    await say(page, "Show colours");
    const go = `go-${Date.now()}`;
    const command = `printf 'plain \\033[31mred\\033[0m\\n'; until [ -e ${go} ]; do sleep 0.1; done; printf '\\033[1;32mgreen\\033[m\\n'; exit 3`;
    (await app.model.asked("Show colours")).callAll({ id: "c1", name: "bash", arguments: { command } });
    const terminal = card(page, "bash").getByRole("log", { name: "Terminal" });
    const drawn = (colour: number) => terminal.locator(`span[style*="--tw-ansi-${colour})"]`);
    await drawn(1).filter({ hasText: /^red$/ }).waitFor();
    writeFileSync(join(app.workspace, go), "");
    const last = await app.model.asked("Show colours");
    expect(JSON.stringify(last.request.messages)).toContain("plain red\\ngreen");
    last.say("That was green.");
    await atRest(page);
    const looks = async () => {
      await drawn(2)
        .and(terminal.locator(".tw-bold"))
        .filter({ hasText: /^green$/ })
        .waitFor();
      expect(await drawn(1).allInnerTexts()).toEqual(["red"]);
      expect(await terminal.innerText()).toMatch(/^plain red\ngreen\n\[exit 3\b/);
    };
    await looks();
    await page.reload();
    await looks();
  });

  it("folds finished calls into one line that opens, and leaves open what the user opened in it", async () => {
    const page = await app.open();
    await say(page, "Do two things");
    (await app.model.asked("Do two things")).callAll(
      { id: "r1", name: "read", arguments: { file_paths: ["a.txt"] } },
      { id: "b2", name: "bash", arguments: { command: ALLOWED } },
    );
    const last = await app.model.asked("Do two things");
    const fold = await openFold(page, "Finished calls: Read 1 file, ran 1 command");
    const read = card(page, "read");
    await stands(read, "Done");
    expect(await fold.getByRole("button", { expanded: true }).count(), "only the line itself").toBe(1);
    await read.getByRole("button", { expanded: false }).click();
    last.say("Both are done.");
    await atRest(page);
    expect(await read.locator(".tw-line-text").allInnerTexts()).toEqual(["one", "two"]);
    expect(await card(page, "bash").getByRole("button", { expanded: true }).count()).toBe(0);
    expect(await card(page, "bash").innerText()).toContain("exit 0");
    await fold.getByRole("button", { name: /^Read 1 file/ }).click();
    await fold.getByRole("button", { name: /^Read 1 file/ }).click();
    expect(await read.locator(".tw-line-text").count(), "still open").toBe(2);
  });

  it("lets stand alone what failed, what changes something and what came to a bad end", async () => {
    const page = await app.open();
    await say(page, "Do five things");
    (await app.model.asked("Do five things")).callAll(
      { id: "f1", name: "read", arguments: { file_paths: ["a.txt"] } },
      { id: "f2", name: "ls", arguments: { path: "." } },
      { id: "f3", name: "write", arguments: { file_path: "b.txt", content: "b\n" } },
      { id: "f4", name: "read", arguments: { file_paths: ["missing.txt"] } },
      { id: "f5", name: "bash", arguments: { command: "echo told; exit 3" } },
    );
    (await app.model.asked("Do five things")).say("Five are done.");
    await see(page, "Five are done.");
    const names = await conversation(page)
      .getByRole("article", { name: "Agent" })
      .last()
      .getByRole("region")
      .evaluateAll((regions) => regions.map((region) => region.getAttribute("aria-label")));
    expect(names).toEqual([
      "Finished calls: Read 1 file, listed 1 folder",
      "Tool write: b.txt",
      "Tool read: missing.txt",
      "Tool bash: echo told; exit 3",
    ]);
    await card(page, "bash").getByRole("log", { name: "Terminal" }).getByText("told").waitFor();
    expect(await card(page, "bash").getByText("exit 3", { exact: true }).first().isVisible()).toBe(true);
    expect(await card(page, "bash").getAttribute("data-state"), "an exit code is no failure of the call").toBe("done");
  });

  it("opens short changes with their words marked and in colours, and leaves long ones closed", async () => {
    const page = await app.open();
    await say(page, "Change little and much");
    (await app.model.asked("Change little and much")).callAll(
      { id: "s1", name: "write", arguments: { file_path: "short.js", content: "const price = 1;\n" } },
      {
        id: "s2",
        name: "edit",
        arguments: { file_path: "short.js", old_string: "price = 1", new_string: "price = 2" },
      },
      { id: "s3", name: "write", arguments: { file_path: "long.js", content: "let line;\n".repeat(21) } },
    );
    (await app.model.asked("Change little and much")).say("Changed.");
    await see(page, "Changed.");
    const edit = card(page, "edit");
    await expect.poll(() => edit.locator("mark").allInnerTexts()).toEqual(["1", "2"]);
    await edit.locator(".tw-code-word", { hasText: "const" }).first().waitFor();
    expect(await card(page, "write", 1).getByRole("button", { expanded: false }).innerText()).toContain("+21");
    await page.getByText("Changed 2 files").waitFor();
    await page.getByRole("button", { name: "Show changes" }).click();
    await page.getByRole("button", { name: "All changes of the conversation" }).click();
    const pane = page.getByRole("complementary", { name: "Changes of this conversation" });
    await expect.poll(() => pane.getByRole("region").count()).toBe(2);
  });

  it("shows the last lines of a command that came to a bad end, and all of them, wrapped or not", async () => {
    const page = await app.open();
    await say(page, "Fail at length");
    const command = `seq 1 300; printf 'wide %.0s' $(seq 1 60); echo; exit 4`;
    (await app.model.asked("Fail at length")).callAll({ id: "w1", name: "bash", arguments: { command } });
    (await app.model.asked("Fail at length")).say("It failed.");
    await see(page, "It failed.");
    const terminal = card(page, "bash").getByRole("log", { name: "Terminal" });
    expect(await terminal.innerText()).toMatch(/^…28\d\n[\s\S]*wide wide/);
    await card(page, "bash")
      .getByRole("button", { name: /^Show all 30\d lines$/ })
      .click();
    expect(await terminal.innerText()).toMatch(/^1\n2\n/);
    const width = () => terminal.evaluate((box) => box.scrollWidth - box.clientWidth);
    expect(await width()).toBe(0);
    await card(page, "bash").getByRole("button", { name: "Do not wrap lines" }).click();
    expect(await width()).toBeGreaterThan(0);
    await card(page, "bash").getByRole("button", { name: "Wrap lines", exact: true }).click();
    expect(await width()).toBe(0);
  });

  it("tells by a colour what a call does, and a failure from a bad end", async () => {
    const page = await app.open();
    await say(page, "In colours");
    (await app.model.asked("In colours")).callAll(
      { id: "k1", name: "read", arguments: { file_paths: ["a.txt"] } },
      { id: "k2", name: "write", arguments: { file_path: "k.txt", content: "k\n" } },
      { id: "k3", name: "read", arguments: { file_paths: ["missing.txt"] } },
      { id: "k4", name: "bash", arguments: { command: "exit 3" } },
    );
    (await app.model.asked("In colours")).say("Coloured.");
    await see(page, "Coloured.");
    const marks = await conversation(page)
      .locator(".tw-card")
      .evaluateAll((cards) =>
        cards.map((one) => {
          const [mark, state] = [one.querySelector(".tw-card-mark"), one.querySelector(".tw-card-state")];
          const colour = mark === null ? "" : getComputedStyle(mark).color;
          return { colour, isFilled: state !== null && getComputedStyle(state).backgroundColor !== "rgba(0, 0, 0, 0)" };
        }),
      );
    expect(
      marks.map(({ isFilled }) => isFilled),
      "the failure alone is filled",
    ).toEqual([false, false, true, false]);
    expect(new Set(marks.map(({ colour }) => colour)).size).toBe(4);
  });
});
