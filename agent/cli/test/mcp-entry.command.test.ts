import { join } from "node:path";
import { afterAll, describe, it } from "vitest";
import { BOTH, packed } from "./support/registry-entries.ts";
import { hasTmux, TestTerminal } from "./support/terminal.ts";
import { folder, removeFolders } from "./support/toolwright.ts";

afterAll(removeFolders);

const own = (cwd: string) => ({ HOME: cwd, XDG_CONFIG_HOME: join(cwd, "config") });

describe.skipIf(!hasTmux)("an entry of the registry in a terminal (skipped without tmux)", () => {
  it("what it wants to know is asked for, and it is added after a yes", async () => {
    const cwd = await folder({ "server.json": JSON.stringify(packed(BOTH)) });
    const terminal = new TestTerminal(["mcp", "add", "server.json"], cwd, own(cwd));
    await terminal.see(/region \(Enter: eu\) >$/);
    terminal.type("us");
    await terminal.see(/Where it looks\.\n {2}folder >$/);
    terminal.type("/tmp");
    await terminal.see(/units \(one of metric, imperial; Enter: metric\) >$/);
    terminal.type("imperial");
    await terminal.see(/left-out \(optional\) >$/);
    terminal.type("");
    await terminal.see(/"--units=imperial"[\s\S]*Add it\? y = yes; n = no >$/);
    terminal.type("y");
    await terminal.see(/toolwright mcp test weather tries it\./);
  });
});
