import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { folder, removeFolders, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

/** A supervisor that sends SIGTERM as soon as the address is printed: before the next statement of the command. */
const SUPERVISOR = `
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (chunk, ...more) => {
  const written = write(chunk, ...more);
  if (String(chunk).includes("http://")) process.kill(process.pid, "SIGTERM");
  return written;
};`;

describe("SIGTERM at the moment at which the address is printed", () => {
  it.each([
    ["serve", ["serve", "--model", "offline"]],
    ["mcp serve", ["mcp", "serve", "--json"]],
  ])("ends %s with exit 0", async (_, args) => {
    const cwd = await folder({ "supervisor.mjs": SUPERVISOR });
    const env = { NODE_OPTIONS: `--import ${join(cwd, "supervisor.mjs")}` };
    const ended = await toolwright([...args, "--port", "0"], { cwd, env, isAlone: true });
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining("http://127.0.0.1:") });
  });
});
