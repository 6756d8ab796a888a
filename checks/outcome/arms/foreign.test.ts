import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { runTask } from "../run-task.ts";
import { helloTasks } from "../tasks/hello-tasks.ts";
import { FOREIGN, missingOf, PACKAGES } from "./foreign.ts";

it("says the command that installs an agent where it is not there", () => {
  expect(missingOf("pi", "/nowhere")).toBe(
    `The agent of the arm pi is not installed: npm install --prefix /nowhere/pi ${FOREIGN.pi.package}`,
  );
});

for (const arm of ["pi", "opencode"] as const) {
  const missing = missingOf(arm, PACKAGES);
  it.skipIf(missing !== undefined)(
    `does a task as ${arm}, counted like all others (${missing ?? "installed"})`,
    async () => {
      const [task] = helloTasks();
      if (task === undefined) throw new Error("There is no task.");
      const limits = { model: "m", maxSteps: 6, maxTokens: 64, timeoutMs: 60_000, packages: PACKAGES };
      const { ending, isMet } = await runTask(task, { arm, baseUrl: await serverThatWrites(), ...limits });
      expect(isMet).toBe(true);
      expect(ending).toMatchObject({ answer: "It is there.", steps: 2, tokensIn: 20, tokensOut: 4 });
      expect(ending.calls.map(({ name, isRefused }) => [name, isRefused])).toEqual([["write", false]]);
    },
    60_000,
  );
}

/** A model that writes hello.txt with its first answer. */
async function serverThatWrites(): Promise<string> {
  const server = createServer(async (request, response) => {
    const { messages, tools } = JSON.parse(await text(request));
    const write = tools.find((one: { function: { name: string } }) => one.function.name === "write").function;
    const path = Object.keys(write.parameters.properties).find((key) => /path/i.test(key)) ?? "path";
    const written = JSON.stringify({ [path]: "hello.txt", content: "Hello World" });
    const call = { index: 0, id: "1", type: "function", function: { name: "write", arguments: written } };
    const isFirst = !messages.some(({ role }: { role: string }) => role === "tool");
    const delta = isFirst ? { role: "assistant", tool_calls: [call] } : { role: "assistant", content: "It is there." };
    const choices = [{ index: 0, delta, finish_reason: isFirst ? "tool_calls" : "stop" }];
    const usage = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 };
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(`data: ${JSON.stringify({ id: "1", created: 1, model: "m", choices, usage })}\n\ndata: [DONE]\n\n`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}
