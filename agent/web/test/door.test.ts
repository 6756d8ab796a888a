import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { openPage, openTab } from "./support/open-page.ts";
import { serveWorkspace } from "./support/served-workspace.ts";
import { composer } from "./support/talk.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

describe.skipIf(!hasBrowser)("the door of the page", () => {
  it("tabs survive a restart of the server with another token: one of them is given it, all go on, nothing written is lost", async () => {
    const served = { workspace: temporaryFolder({}), state: temporaryFolder(), args: ["--model", "offline"] };
    const first = await serveWorkspace({ ...served, token: "the-first-token" });
    const url = `http://127.0.0.1:${first.port}/`;
    const page = await openPage(`${url}?token=the-first-token`, { expectedErrors: /401|ERR_|Failed to load/ });
    const other = await openTab(page.context(), url);
    await composer(page).fill("Half written");
    await composer(other).fill("Also here");
    await first.kill();
    const second = await serveWorkspace({ ...served, port: first.port, token: "the-second-token" });
    onTestFinished(() => second.kill());
    const door = page.getByRole("dialog", { name: "The server needs its token" });
    await door.getByLabel("Token or full address").fill("the-first-token");
    await door.getByRole("button", { name: "Open" }).click();
    await door.getByRole("alert").getByText("That is not the token").waitFor();
    await door.getByLabel("Token or full address").fill(`${url}?token=the-second-token`);
    await door.getByRole("button", { name: "Open" }).click();
    await door.waitFor({ state: "detached" });
    expect(await composer(page).inputValue()).toBe("Half written");
    await other.bringToFront();
    await other.getByRole("dialog", { name: "The server needs its token" }).waitFor({ state: "detached" });
    expect(await composer(other).inputValue()).toBe("Also here");
    await composer(other).press("Enter");
    await other.getByRole("log").getByText("not a language model").first().waitFor();
  });

  it("npm run web says what is running where something is, and ends well", async () => {
    const served = { workspace: temporaryFolder({}), state: temporaryFolder(), args: ["--model", "offline"] };
    const server = await serveWorkspace(served);
    onTestFinished(() => server.kill());
    const script = fileURLToPath(new URL("../../../scripts/web.mjs", import.meta.url));
    const child = spawn(process.execPath, [script, "--port", String(server.port)], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (piece: string) => (printed += piece));
    const [code] = await once(child, "close");
    expect([code, printed]).toEqual([0, expect.stringContaining(`http://127.0.0.1:${server.port}/`)]);
  });
});
