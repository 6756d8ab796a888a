import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { endServed, serve } from "./support/served.ts";
import { hasTmux, TestTerminal } from "./support/terminal.ts";
import { folder, removeFolders, toolwright } from "./support/toolwright.ts";

afterEach(endServed);
afterAll(removeFolders);

const HELL = join(import.meta.dirname, "../../../runtime/mcp/test/hell/hell.mjs");
const ALLOW = JSON.stringify({ allow: ["hell__*"], ask: [], deny: [] });
const settings = (row: string) =>
  JSON.stringify({ mcpServers: { hell: { command: process.execPath, args: [HELL, row] } } });
const own = (cwd: string) => ({ HOME: cwd, XDG_CONFIG_HOME: join(cwd, "config") });
const files = (row: string) => ({
  "servers.json": settings(row),
  "policy.json": ALLOW,
  "s.json": [{ toolCalls: [{ id: "c", name: "hell__echo", arguments: {} }] }, { text: "Done." }],
});
const ARGS = ["--mcp", "servers.json", "--policy", "policy.json"];

describe("what an MCP server asks in the middle of a call", () => {
  it("is answered on the page, as an approval with what was filled in", async () => {
    const cwd = await folder(files("asks"));
    const served = await serve(["--model", "script:s.json", "--workspace", cwd, ...ARGS], { cwd, env: own(cwd) });
    const answer = served.send("/api/chat", { message: "go" }).then((response) => response.text());
    let asked: { approvalId: string; arguments: object } | undefined;
    await expect
      .poll(async () => (asked = (await (await served.send("/api/approvals")).json()).approvals[0]))
      .toMatchObject({ toolName: "mcp_question", arguments: { server: "hell", message: "Who are you?" } });
    const sent = await served.send(`/api/approvals/${asked?.approvalId}`, {
      approve: true,
      arguments: { ...asked?.arguments, answers: { name: "Ada" } },
    });
    expect(sent.status).toBe(200);
    expect(await answer).toContain(JSON.stringify('{"action":"accept","content":{"age":7,"name":"Ada"}}'));
  });

  it.each([
    ["where nobody can be asked", []],
    ["where every question is answered with yes, but not with a name", ["--yes", "--sandbox", "off"]],
  ])("is declined %s", async (_, more) => {
    const cwd = await folder(files("asks"));
    const { code, stdout } = await toolwright(["call", "hell__echo", "{}", ...ARGS, ...more], { cwd, env: own(cwd) });
    expect([code, stdout]).toEqual([0, '{"action":"decline"}\n']);
  });
});

describe.skipIf(!hasTmux)("in a terminal (skipped without tmux)", () => {
  const start = async (row: string) => {
    const cwd = await folder(files(row));
    const terminal = new TestTerminal(["call", "hell__echo", "{}", ...ARGS], cwd, own(cwd));
    return terminal;
  };

  it("it is a form, field by field, that is sent after a last yes", async () => {
    const terminal = await start("asks");
    await terminal.see(/The MCP server hell asks, for echo:\n {4}Who are you\?[\s\S]*name >$/);
    terminal.type("");
    await terminal.see(/It must be filled in\.\n {4}name >$/);
    terminal.type("Ada");
    await terminal.see(/age \(a whole number; Enter: 7\) >$/);
    terminal.type("old");
    await terminal.see(/It must be a number\.\n[\s\S]*>$/);
    terminal.type("36");
    await terminal.see(/Send this to hell\? y = yes; n = no >$/);
    terminal.type("y");
    const shown = await terminal.see(/ended with 0/);
    expect(shown).toContain('{"action":"accept","content":{"age":36,"name":"Ada"}}');
  });

  it("an address is shown, and nothing opens it", async () => {
    const terminal = await start("asks-address");
    await terminal.see(
      /It asks you to open: https:\/\/example\.org\/login[\s\S]*Have you been there\? y = yes; n = no >$/,
    );
    terminal.type("n");
    expect(await terminal.see(/ended with 0/)).toContain('{"action":"decline"}');
  });
});
