import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { samplePdf } from "../src/composer/attach/sample-pdf.test-data.ts";
import { hasBrowser } from "./support/browser.ts";
import { allowOnce, atRest, composer, conversation, question, say, see, stopButton } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

/** Pastes so many lines. */
async function paste(page: Page, line: string, times: number): Promise<void> {
  await composer(page).evaluate(
    (field, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text.line.repeat(text.times));
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    },
    { line, times },
  );
}

describe.skipIf(!hasBrowser)("the composer", () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({
      files: { "src/app.js": "let a = 1;\n", "src/deep/application.ts": "", ".env": "KEY=secret-value-here" },
      args: ["--sandbox", "off"],
    });
  });
  afterAll(() => app.close());

  const waiting = (page: Page) => page.getByRole("list", { name: "Waiting messages" });

  it("queues with Enter what is said while a run goes on, and the run hears it at its next step", async () => {
    const page = await app.open();
    await say(page, "Begin the work");
    (await app.model.asked("Begin the work")).callAll({
      id: "q1",
      name: "bash",
      arguments: { command: "touch queued.txt" },
    });
    await question(page, "bash").waitFor();
    await allowOnce(question(page, "bash"));
    const second = await app.model.asked("Begin the work");
    second.text("Going on, ");
    await see(page, "Going on,");
    await say(page, "Also mind the tests");
    await waiting(page).getByText("Sent when this step ends").waitFor();
    expect(await composer(page).inputValue()).toBe("");
    second.say("done with that.");
    const third = await app.model.asked("Also mind the tests");
    third.say("Minding them.");
    await see(page, "Minding them.");
    await waiting(page).waitFor({ state: "detached" });
    await atRest(page);
  });

  it("sends by a double click as well, and stops nothing by it", async () => {
    const page = await app.open();
    const stops: string[] = [];
    page.on("request", (request) => request.url().endsWith("/stop") && stops.push(request.url()));
    await composer(page).fill("Sent by two clicks");
    await page.getByRole("button", { name: "Send", exact: true }).dblclick();
    (await app.model.asked("Sent by two clicks")).say("Not stopped.");
    await see(page, "Not stopped.");
    await atRest(page);
    expect(stops).toEqual([]);
  });

  it("takes a waiting message back to be edited, and gives back what a stopped run has not heard", async () => {
    const page = await app.open();
    await say(page, "Slow one");
    const turn = await app.model.asked("Slow one");
    turn.text("Slowly ");
    await see(page, "Slowly");
    await say(page, "First thought");
    await waiting(page).getByText("First thought").waitFor();
    await waiting(page).getByRole("button", { name: "Edit" }).click();
    await expect.poll(() => composer(page).inputValue()).toBe("First thought");
    await composer(page).fill("Second thought");
    await composer(page).press("Enter");
    await waiting(page).getByText("Second thought").waitFor();
    await stopButton(page).click();
    await waiting(page).getByText("Not sent: the run ended first").waitFor();
    await waiting(page).getByRole("button", { name: "Edit" }).click();
    await expect.poll(() => composer(page).inputValue()).toBe("Second thought");
    await waiting(page).waitFor({ state: "detached" });
  });

  it("sends what a stopped run has not heard", async () => {
    const page = await app.open();
    await say(page, "Another slow one");
    (await app.model.asked("Another slow one")).text("Slowly ");
    await see(page, "Slowly");
    await say(page, "A late thought");
    await waiting(page).getByText("A late thought").waitFor();
    expect(await waiting(page).getByRole("button", { name: "Send", exact: true }).count()).toBe(0);
    await stopButton(page).click();
    await waiting(page).getByRole("button", { name: "Send", exact: true }).click();
    (await app.model.asked("A late thought")).say("Heard.");
    await see(page, "Heard.");
    await atRest(page);
    expect(await waiting(page).count()).toBe(0);
  });

  it("tells the model how hard to think, by the picker and by /effort, also after a reload", async () => {
    const page = await app.open();
    const effort = page.getByRole("combobox", { name: "Effort" });
    const asked = async (text: string) => {
      await say(page, text);
      const turn = await app.model.asked(text);
      turn.say("Thought about it.");
      await atRest(page);
      return turn.request.reasoning_effort;
    };
    expect(await asked("No wish")).toBeUndefined();
    await effort.selectOption("high");
    expect(await asked("Think hard")).toBe("high");
    await page.reload();
    await expect.poll(() => effort.inputValue()).toBe("high");
    await say(page, "/effort low");
    await expect.poll(() => effort.inputValue()).toBe("low");
    expect(await asked("Think less")).toBe("low");
    await page.getByRole("combobox", { name: "Model" }).selectOption("offline");
    await effort.waitFor({ state: "detached" });
  });

  it("completes what stands behind a command, and says what there is where nothing fits", async () => {
    const page = await app.open();
    const completions = page.getByRole("listbox", { name: "Completions" });
    const mode = page.getByRole("combobox", { name: "Mode", exact: true });
    await composer(page).pressSequentially("/mode ");
    expect(await completions.getByRole("option").allInnerTexts()).toEqual([
      expect.stringMatching(/^default\s*Ask first$/),
      expect.stringMatching(/^accept-edits\s*Accept edits$/),
      expect.stringMatching(/^plan\s*Plan only$/),
    ]);
    await composer(page).pressSequentially("p");
    await composer(page).press("Tab");
    expect(await composer(page).inputValue()).toBe("/mode plan ");
    await composer(page).press("Enter");
    await expect.poll(() => mode.inputValue()).toBe("plan");
    await say(page, "/mode yolo");
    await page.getByRole("alert").getByText("/mode takes one of: default, accept-edits, plan.").waitFor();
    await say(page, "/mode d");
    await expect.poll(() => mode.inputValue()).toBe("default");
  });

  it("attaches texts and PDF documents as text, by the button", async () => {
    const page = await app.open();
    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Attach files" }).click();
    const files = [
      { name: "notes.md", mimeType: "", buffer: Buffer.from("remember the milk") },
      { name: "invoice.pdf", mimeType: "application/pdf", buffer: Buffer.from(samplePdf("Invoice 4711")) },
    ];
    for (const file of files) {
      await (file === files[0] ? await choosing : await rechoose(page)).setFiles(file);
      await page.getByRole("button", { name: `Remove ${file.name}` }).waitFor();
    }
    await say(page, "Read these");
    const turn = await app.model.asked("Read these");
    expect(turn.lastMessage).toContain("remember the milk");
    expect(turn.lastMessage).toContain("Invoice 4711");
    turn.say("Read.");
    await see(page, "Read.");
    const file = conversation(page).getByText("remember the milk");
    expect(await file.isVisible()).toBe(false);
    await conversation(page).getByText("notes.md").click();
    await file.waitFor();
  });

  it("takes files that are pasted or dropped anywhere, makes large images smaller, and refuses what it cannot read", async () => {
    const page = await app.open();
    await composer(page).waitFor();
    await drop(page, "header", [{ name: "table.csv", text: "a,b\n1,2\n" }]);
    await page.getByRole("button", { name: "Remove table.csv" }).waitFor();
    await drop(page, ".app-main", [{ name: "big.png", pixels: 4_000 }]);
    await page.getByRole("button", { name: "Remove big.png" }).waitFor();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(["pasted words"], "pasted.txt", { type: "text/plain" }));
      const field = document.querySelector(".composer-input");
      field?.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    await page.getByRole("button", { name: "Remove pasted.txt" }).waitFor();
    await drop(page, ".app-main", [{ name: "x.zip", text: "PK\u0000\u0001" }]);
    await page.getByRole("alert").getByText("“x.zip” cannot be attached").waitFor();
    await say(page, "Look at both");
    const turn = await app.model.asked("Look at both");
    expect(turn.lastMessage).toContain("a,b\\n1,2");
    expect(turn.lastMessage).toContain("pasted words");
    const [, data = ""] = /data:image\/(?:png|jpeg);base64,([A-Za-z0-9+/=]+)/.exec(turn.lastMessage) ?? [];
    expect(Buffer.from(data, "base64").readUInt32BE(16)).toBe(2_048);
    turn.say("Looked.");
    await see(page, "Looked.");
  });

  it("names every file that it refuses, and why, and keeps a paste that is too long", async () => {
    const page = await app.open();
    await composer(page).waitFor();
    await drop(page, ".app-main", [
      { name: "one.zip", text: "PK\u0000\u0001" },
      { name: "fine.txt", text: "fine" },
      { name: "broken.pdf", text: "no document" },
    ]);
    await page.getByRole("button", { name: "Remove fine.txt" }).waitFor();
    const alert = page.getByRole("alert").filter({ hasText: "cannot be attached" });
    await alert.getByText("“one.zip” cannot be attached: it is not a text").waitFor();
    await alert.getByText("“broken.pdf” cannot be attached: it has no text that can be read").waitFor();
    expect(await alert.count()).toBe(1);
    await paste(page, "line\n", 1_000_000);
    await alert.getByText("longer than 500,000 characters").waitFor();
    await page.getByText("a reload of the page loses it").waitFor();
    const saving = page.waitForEvent("download");
    await alert.getByRole("link", { name: "Save what was pasted" }).click();
    const path = await (await saving).path();
    expect(statSync(path).size).toBe(5_000_000);
    for (let left = 3; left > 0; left -= 1) await alert.getByRole("button", { name: "Dismiss" }).first().click();
    await alert.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Remove fine.txt" }).waitFor();
  });

  it("keeps what was pasted and is too long over a reload, for its thread alone", async () => {
    const page = await app.open();
    await composer(page).waitFor();
    await paste(page, "line\n", 200_000);
    const alert = page.getByRole("alert").filter({ hasText: "longer than 500,000 characters" });
    await alert.waitFor();
    expect(await page.getByText("a reload of the page loses it").count()).toBe(0);
    await page.reload();
    const saving = page.waitForEvent("download");
    await alert.getByRole("link", { name: "Save what was pasted" }).click();
    expect(statSync(await (await saving).path()).size).toBe(1_000_000);
    await alert.getByRole("button", { name: "Dismiss" }).click();
    await alert.waitFor({ state: "detached" });
    await page.reload();
    await composer(page).waitFor();
    expect(await alert.count()).toBe(0);
  });

  it("puts a long paste beside the message", async () => {
    const page = await app.open();
    await composer(page).focus();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData("text/plain", "line\n".repeat(200));
      document.activeElement?.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await page.getByRole("button", { name: /^Remove Pasted text/ }).waitFor();
    expect(await composer(page).inputValue()).toBe("");
    await say(page, "What is pasted?");
    const turn = await app.model.asked("What is pasted?");
    expect(turn.lastMessage).toContain("line\\nline");
    turn.say("Lines.");
    await see(page, "Lines.");
  });

  it("completes files behind @, without those that may not be read", async () => {
    const page = await app.open();
    await composer(page).pressSequentially("Look at @app");
    const options = page.getByRole("listbox", { name: "Completions" }).getByRole("option");
    await expect.poll(() => options.allInnerTexts()).toEqual(["src/app.js", "src/deep/application.ts"]);
    await composer(page).press("ArrowDown");
    await composer(page).press("ArrowUp");
    await composer(page).press("Enter");
    expect(await composer(page).inputValue()).toBe("Look at src/app.js ");
    await composer(page).pressSequentially("and @env");
    await page.waitForTimeout(500);
    expect(await options.count()).toBe(0);
    await composer(page).press("Escape");
  });

  it("runs commands behind /, and sends what only looks like one", async () => {
    const page = await app.open();
    await composer(page).pressSequentially("/mod");
    const options = page.getByRole("listbox", { name: "Completions" }).getByRole("option");
    await expect
      .poll(() => options.allInnerTexts())
      .toEqual([expect.stringContaining("/model"), expect.stringContaining("/mode")]);
    await composer(page).press("Escape");
    await composer(page).fill("/model offline");
    await composer(page).press("Enter");
    expect(await page.getByRole("combobox", { name: "Model" }).inputValue()).toBe("offline");
    await composer(page).fill("/model litellm");
    await composer(page).press("Enter");
    await say(page, "/usr/bin is a folder");
    (await app.model.asked("/usr/bin is a folder")).say("It is.");
    await see(page, "It is.");
    await atRest(page);
    const saving = page.waitForEvent("download");
    await say(page, "/export json");
    expect((await saving).suggestedFilename()).toMatch(/\.json$/);
    await say(page, "/rename Folders");
    await page.getByRole("navigation", { name: "Conversations" }).getByRole("link", { name: "Folders" }).waitFor();
    await say(page, "/undo");
    await page.getByRole("alert").getByText("No run of this conversation has changed files").waitFor();
    await say(page, "/new");
    await page.getByRole("heading", { name: "What would you like to do?" }).waitFor();
    expect(app.model.waiting("/new")).toBe(0);
  });

  it("has modes: what asked is accepted, or is only planned", async () => {
    const page = await app.open();
    const write = (name: string) => ({ id: name, name: "write", arguments: { file_path: name, content: "x\n" } });
    await page.getByRole("combobox", { name: "Mode", exact: true }).selectOption("Accept edits");
    await say(page, "Write unasked");
    (await app.model.asked("Write unasked")).callAll(write("unasked.txt"));
    (await app.model.asked("Write unasked")).say("Written unasked.");
    await see(page, "Written unasked.");
    await atRest(page);
    await page.getByRole("combobox", { name: "Mode", exact: true }).selectOption("Plan only");
    await say(page, "Only plan");
    (await app.model.asked("Only plan")).callAll(write("planned.txt"));
    (await app.model.asked("Only plan")).say("Not written.");
    await see(page, "Not written.");
    expect(["unasked.txt", "planned.txt"].map((name) => existsSync(join(app.workspace, name)))).toEqual([true, false]);
    await page.getByRole("combobox", { name: "Mode", exact: true }).selectOption("Ask first");
  });

  it("says how much of the context is taken, and has it summarised by /compact or the button", async () => {
    const page = await app.open();
    await say(page, "Fill the context");
    (await app.model.asked("Fill the context")).say("A bit of it.");
    await see(page, "A bit of it.");
    await atRest(page);
    await page.getByText("Context: 120 tokens").waitFor();
    await page.getByRole("button", { name: "Compact" }).click();
    await page.getByRole("alert").getByText("There is nothing to summarise yet.").waitFor();
    await page.getByRole("button", { name: "Dismiss" }).click();
    await say(page, "/compact");
    await page.getByRole("alert").getByText("There is nothing to summarise yet.").waitFor();
  });

  it("keeps the plan in view while something of it is open", async () => {
    const page = await app.open();
    await say(page, "Plan it");
    const todos = [
      { content: "Read the code", status: "completed" },
      { content: "Write the test", status: "in_progress" },
    ];
    (await app.model.asked("Plan it")).callAll({ id: "p1", name: "write_todos", arguments: { todos } });
    const next = await app.model.asked("Plan it");
    await page.getByText("Plan 1/2").waitFor();
    await page.locator(".plan-strip").getByText("Write the test").first().waitFor();
    await page.locator(".plan-strip summary").click();
    await page.getByRole("button", { name: "Hide until it changes" }).click();
    await page.locator(".plan-strip").waitFor({ state: "detached" });
    next.callAll({
      id: "p1b",
      name: "write_todos",
      arguments: { todos: [...todos, { content: "Run it", status: "pending" }] },
    });
    const last = await app.model.asked("Plan it");
    await page.getByText("Plan 1/3").waitFor();
    last.callAll({
      id: "p2",
      name: "write_todos",
      arguments: { todos: todos.map((todo) => ({ ...todo, status: "completed" })) },
    });
    (await app.model.asked("Plan it")).say("All done.");
    await see(page, "All done.");
    await page.locator(".plan-strip").waitFor({ state: "detached" });
  });

  it("lists background jobs with what they print, and stops them", async () => {
    const page = await app.open();
    await say(page, "Serve it");
    const command = "echo listening; sleep 300; touch never.txt";
    (await app.model.asked("Serve it")).callAll({ id: "j1", name: "bash", arguments: { command, background: true } });
    await allowOnce(question(page, "bash"));
    (await app.model.asked("Serve it")).say("It serves.");
    await see(page, "It serves.");
    await page.getByText("1 background job").click();
    await page.getByRole("button", { name: "Output of j1" }).click();
    await page.getByRole("region", { name: "Output of j1" }).getByText("listening").waitFor();
    await page.getByRole("button", { name: "Stop j1" }).click();
    await page.getByText("Background jobs have ended").waitFor();
    await page.getByRole("list", { name: "Background jobs" }).getByText("killed by").waitFor();
    expect(existsSync(join(app.workspace, "never.txt"))).toBe(false);
    await conversation(page).getByText("It serves.").waitFor();
  });
});

async function rechoose(page: Page) {
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach files" }).click();
  return choosing;
}

interface DroppedFile {
  readonly name: string;
  readonly text?: string;
  readonly pixels?: number;
}

/** Drops files somewhere on the page; an image of so many pixels is drawn there. */
async function drop(page: Page, where: string, files: readonly DroppedFile[]): Promise<void> {
  await page.evaluate(
    async ({ where, files }) => {
      const data = new DataTransfer();
      for (const { name, text = "", pixels } of files) {
        if (pixels === undefined) {
          data.items.add(new File([text], name));
          continue;
        }
        const canvas = new OffscreenCanvas(pixels, pixels / 2);
        canvas.getContext("2d")?.fillRect(0, 0, pixels, 10);
        data.items.add(new File([await canvas.convertToBlob({ type: "image/png" })], name, { type: "image/png" }));
      }
      const target = document.querySelector(where);
      for (const type of ["dragover", "drop"]) {
        target?.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
      }
    },
    { where, files },
  );
}
