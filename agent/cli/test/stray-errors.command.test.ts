import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, expect, it } from "vitest";
import { endServed, serve } from "./support/served.ts";
import { CORE, folder, removeFolders, toolwright } from "./support/toolwright.ts";

afterEach(endServed);
afterAll(removeFolders);

/** Tools that answer, and leave behind what nothing catches. */
const TOOLS = `
import { defineTool } from ${JSON.stringify(CORE)};
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const input = { type: "object" };
export default [
  defineTool({ name: "float", description: "Leaves a promise.", effects: "read", allowlist: "all", input, async execute() {
    void (async () => { await pause(1); throw new Error("left floating by key-stray-1234567"); })();
    await pause(20);
    return "floated";
  } }),
  defineTool({ name: "tick", description: "Leaves a timer.", effects: "read", allowlist: "all", input, async execute() {
    setTimeout(() => { throw new Error("thrown by a timer"); }, 1);
    await pause(20);
    return "ticked";
  } }),
  defineTool({ name: "odd", description: "Leaves what is no error.", effects: "read", allowlist: "all", input, execute() {
    Promise.reject(undefined);
    return "odd";
  } }),
];
`;

const call = (id: string, name: string) => ({ toolCalls: [{ id, name, arguments: {} }] });
const env = { OTHER_API_KEY: "key-stray-1234567" };

async function place(steps: readonly object[]) {
  const root = await folder({ "tools.mjs": TOOLS, "s.json": steps });
  const args = ["--model", `script:${join(root, "s.json")}`, "--tools", join(root, "tools.mjs"), "--workspace", root];
  return { root, args };
}

it("is logged with its call by serve, which goes on, and ends with 1 at the third in a minute", async () => {
  const { args } = await place([
    call("c1", "float"),
    { text: "One." },
    call("c2", "tick"),
    { text: "Two." },
    call("c3", "float"),
    { text: "Three." },
  ]);
  const served = await serve(args, { env });
  let stderr = "";
  served.child.stderr?.on("data", (chunk: string) => (stderr += chunk));
  const first = await served.send("/api/chat", { message: "one" });
  expect(await first.text()).toContain("floated");
  expect(await (await served.send("/api/chat", { message: "two" })).text()).toContain("ticked");
  const { threads } = await (await served.send("/api/threads")).json();
  expect(stderr).toContain(`float (call c1 of ${threads[1].id})`);
  expect(stderr).toMatch(/^toolwright: .*float \(call c1 .*: left floating by \[secret:OTHER_API_KEY\]$/m);
  expect(stderr).toMatch(/^toolwright: .*tick \(call c2 .*: thrown by a timer$/m);
  expect(stderr.trim().split("\n")).toHaveLength(2);
  expect((await fetch(`${served.url}/healthz`)).status).toBe(200);
  const third = served.send("/api/chat", { message: "three" }).then((answer) => answer.text());
  await third.catch(() => undefined);
  expect(await served.ended).toBe(1);
  expect(stderr).toMatch(/float \(call c3 /);
  expect(stderr).toMatch(/third .* minute/);
});

it("does not end a run, unless it is the third", async () => {
  const two = await place([call("c1", "tick"), call("c2", "odd"), { text: "Done." }]);
  const went = await toolwright(["run", ...two.args, "go"]);
  expect(went.stdout).toContain("Done.");
  expect(went.stderr).toMatch(/tick \(call c1 .*: thrown by a timer\n.*odd \(call c2 /);
  expect(went.code).toBe(0);
  const three = await place([call("c1", "tick"), call("c2", "odd"), call("c3", "float"), { text: "Done." }]);
  const ended = await toolwright(["run", ...three.args, "go"]);
  expect(ended.stdout).not.toContain("Done.");
  expect(ended.code).toBe(1);
});

it("does not end a chat, unless it is the third", async () => {
  const { args } = await place([
    call("c1", "float"),
    { text: "One." },
    call("c2", "tick"),
    { text: "Two." },
    call("c3", "odd"),
    { text: "Three." },
  ]);
  const { code, stdout, stderr } = await toolwright(["chat", ...args], { stdin: "one\ntwo\nthree\n" });
  expect(stdout).toContain("One.");
  expect(stdout).toContain("Two.");
  expect(stderr).toMatch(/float \(call c1 [\s\S]*tick \(call c2 [\s\S]*odd \(call c3 /);
  expect(code).toBe(1);
});

it("is left to the program where core and the server are libraries: they install no handler", async () => {
  const program = `
    import { defineTool, runToolLoop } from "@toolwright/core";
    import { createAgentServer, startNodeServer } from "@toolwright/server";
    import { scripted } from "@toolwright/models";
    const look = defineTool({ name: "look", description: "L", effects: "read", input: { type: "object" }, execute: () => "x" });
    const model = scripted([{ toolCalls: [{ name: "look" }] }, { text: "done" }]);
    await runToolLoop({ model, tools: [look] }, [{ role: "user", content: "go" }]);
    for (const name of ["uncaughtException", "unhandledRejection"]) console.log(name, process.listenerCount(name));
    setTimeout(() => { throw new Error("mine"); }, 1);
  `;
  const run = promisify(execFile)(
    process.execPath,
    ["--conditions=@toolwright/source", "--input-type=module", "-e", program],
    {
      cwd: import.meta.dirname,
    },
  );
  const failed = await run.catch(
    (error: { readonly code: number; readonly stdout: string; readonly stderr: string }) => error,
  );
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining("mine") });
  expect(failed.stdout).toBe("uncaughtException 0\nunhandledRejection 0\n");
});
