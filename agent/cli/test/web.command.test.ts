import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { OWN_PLACES, removeFolders } from "./support/toolwright.ts";

const WEB = fileURLToPath(new URL("../../../scripts/web.mjs", import.meta.url));

afterAll(removeFolders);

it("npm run web serves this repository with the stand-in for a model and the page, until it is told to end", async () => {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, ["--conditions=@toolwright/source", WEB, "--port", "0"], {
    env: { PATH, HOME, ...OWN_PLACES },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = new Promise((resolve) => child.on("close", resolve));
  let stdout = "";
  for await (const piece of child.stdout.setEncoding("utf8")) {
    stdout += piece;
    if (/open .*\n/.test(stdout)) break;
  }
  expect(stdout).toMatch(/^model: offline\nfolder: .*\n/);
  const page = await fetch(/open (\S+)/.exec(stdout)?.[1] ?? "");
  expect(await page.text()).toContain("<title>Toolwright</title>");
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
});
