/** `experimental_runCodeMode`, with room for the calls: its default is 256, of which 32 at once. */
export async function aiSdk(execute) {
  const { experimental_runCodeMode: runCodeMode } = await import("@ai-sdk/code-mode");
  const { jsonSchema, tool } = await import("ai");
  const inputSchema = jsonSchema({ type: "object", properties: { n: { type: "number" } }, required: ["n"] });
  const read = tool({ description: "Reads a number.", inputSchema, execute });
  const ask = tool({ inputSchema: jsonSchema({ type: "object" }), needsApproval: true, execute: () => "yes" });
  const options = {
    executionPolicy: { maxBridgeRequests: 2_000, maxInFlightBridgeRequests: 2_000 },
    approval: { mode: "interrupt" },
    continuationSecurity: { signingKey: "a key of thirty-two bytes at least" },
  };
  return {
    tool: "tools.read",
    run: (js) => runCodeMode({ js, tools: { read }, options }),
    /** Calls that ended before a question, given again when it is answered. */
    async replay(js) {
      const { experimental_continueCodeModeApproval: goOn } = await import("@ai-sdk/code-mode");
      const tools = { read, ask };
      const interrupt = await runCodeMode({ js: js.replace("return", "await tools.ask({});\nreturn"), tools, options });
      const approvalResponse = { approvalId: interrupt.interruptId, approved: true };
      return () => goOn({ interrupt, approvalResponse, tools, options });
    },
  };
}

/** `CodemodeSandbox`: a worker for each program. */
export async function pi(execute) {
  const { CodemodeSandbox } = await import("@earendil-works/pi-codemode");
  const tools = [{ name: "read", description: "Reads a number.", execute }];
  const sandbox = new CodemodeSandbox({ tools, timeoutMs: 60_000 });
  return {
    tool: "tools.read",
    run: async (code) => returnedOf(await sandbox.execute(code)),
    /** Its runs can be made again; who keeps their results, and what of, is left to its user. */
    async replay(code) {
      const ends = [];
      await answered(sandbox, code, async (call, run) => {
        const end = [ends.length + 1, Date.now(), call.id, { ok: true, value: await execute(call.args) }];
        ends.push(end);
        run.deliver(...end);
      });
      return () => answered(sandbox, code, ({ id }, run) => run.deliver(...ends[id - 1]));
    },
  };
}

async function answered(sandbox, code, answer) {
  const options = { startedAt: 1_700_000_000_000, seed: 7, tools: [{ name: "read" }] };
  const run = sandbox.start(code, { ...options, onCall: (call) => void answer(call, run) });
  return returnedOf(await run.result);
}

function returnedOf(result) {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** `createCodeModeTool` with its driver for QuickJS. */
export async function tanstack(execute) {
  const { createCodeModeTool } = await import("@tanstack/ai-code-mode");
  const { createQuickJSIsolateDriver } = await import("@tanstack/ai-isolate-quickjs");
  const { toolDefinition } = await import("@tanstack/ai");
  const { z } = await import("zod");
  const definition = toolDefinition({
    name: "read",
    description: "Reads a number.",
    inputSchema: z.object({ n: z.number() }),
  });
  const tool = createCodeModeTool({ driver: createQuickJSIsolateDriver(), tools: [definition.server(execute)] });
  return {
    tool: "external_read",
    async run(typescriptCode) {
      const { success, result, error } = await tool.execute({ typescriptCode });
      if (!success) throw new Error(error.message);
      return result;
    },
  };
}
