import {
  type ApprovalDecision,
  type Approver,
  askForWrites,
  defineTool,
  type JournalEvent,
  partsOutput,
  type Tool,
} from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { createCodeMode, type ProgramExecutor, quickJs } from "./index.ts";
import { goneOn, ran } from "./ran.test-data.ts";

const EUROS: Record<string, number> = { ada: 6_000, ben: 20, cy: 5_001 };

const expenses = defineTool({
  name: "list_expenses",
  description: "Expenses of one person.",
  input: { type: "object", properties: { person: { type: "string" } }, required: ["person"] },
  output: { type: "array", items: { type: "object", properties: { euros: { type: "number" } }, required: ["euros"] } },
  allowlist: "all",
  effects: "read",
  execute: ({ person }: { person: string }) => [{ euros: EUROS[person] ?? 0 }],
});

function mails(sent: unknown[] = []): Tool {
  return defineTool({
    name: "send_mail",
    description: "Send a mail.",
    input: {
      type: "object",
      properties: { to: { type: "string" }, text: { type: "string" } },
      required: ["to", "text"],
    },
    effects: "external",
    execute: (mail: { to: string; text: string }) => {
      sent.push(mail);
      return `sent to ${mail.to}`;
    },
  });
}

const answering = (answer: (n: number) => Omit<ApprovalDecision, "approvalId">): Approver => {
  let n = 0;
  return { approve: async ({ approvalId }) => ({ approvalId, ...answer(n++) }) as ApprovalDecision };
};

const ends = (events: readonly JournalEvent[]) =>
  events.flatMap((event) =>
    event.type === "tool_call_end" ? [[event.id, event.data.toolName, event.data.result.error?.code ?? "ok"]] : [],
  );

describe("a program", () => {
  it("calls tools, asks a person, and returns what the model needs", async () => {
    const sent: unknown[] = [];
    const code = `
      const people = ["ada", "ben", "cy"];
      const lists = await Promise.all(people.map((person) => tools.list_expenses({ person })));
      const over = people.filter((_, i) => lists[i].reduce((sum, { euros }) => sum + euros, 0) > 5000);
      console.log("over:", over.length);
      const mail = await attempt(tools.send_mail({ to: "cfo@example.org", text: over.join() }));
      return { over, sent: mail.ok ? mail.value : mail.error.message };`;
    const { said, events } = await ran(code, [expenses, mails(sent)], {
      policy: askForWrites,
      approver: answering(() => ({ approve: true })),
    });
    expect(said).toBe('{"over":["ada","cy"],"sent":"sent to cfo@example.org"}\n\nConsole:\nover: 2');
    expect(sent).toEqual([{ to: "cfo@example.org", text: "ada,cy" }]);
    const ended = ends(events).map(([id]) => id);
    // Reads run side by side.
    expect([...ended.slice(0, 3).sort(), ...ended.slice(3)]).toEqual(["p/0", "p/1", "p/2", "p/3", "p"]);
    const starts = events.flatMap((event) => (event.type === "tool_call_start" ? [event.data.line] : []));
    expect(starts).toEqual([undefined, 3, 3, 3, 6]);
  });

  it.each([
    ["at once", `await Promise.all(Array.from({ length: 500 }, (_, n) => tools.list_expenses({ person: "p" + n })));`],
    ["one after the other", `for (let n = 0; n < 500; n += 1) await tools.list_expenses({ person: "p" + n });`],
  ])("that makes many calls %s leaves turns to others, also on their thread", async (_, code) => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const { tool } = createCodeMode([expenses], { executor: quickJs({ threads: false }) });
    await ran(code, [], { tools: [tool] });
    const before = turns;
    await ran(code, [], { tools: [tool] });
    clearInterval(timer);
    expect(turns - before).toBeGreaterThan(2);
  });

  it("is told of refusals and failures as errors that it may catch", async () => {
    const code = `
      const made = [];
      for (const to of ["a", "b"]) made.push(await attempt(tools.send_mail({ to, text: "hi" })));
      made.push(await attempt(tools.send_mail({ to: 1 })), await attempt(tools.sendmail({})));
      try { await tools.fail({}) } catch (error) { made.push({ name: error instanceof ToolError, error }) }
      return made.map(({ ok, value, error }) => ok ? value : error.code + " " + error.ran + " " + error.message);`;
    const fail = defineTool({
      name: "fail",
      description: "Fails.",
      input: { type: "object" },
      effects: "read",
      execute: () => {
        throw new Error("The disk is full.");
      },
    });
    const { said } = await ran(code, [mails(), fail], {
      policy: askForWrites,
      approver: answering((n) =>
        n === 0 ? { approve: false, reason: "Not now." } : { approve: true, arguments: { to: "c", text: "edited" } },
      ),
    });
    const [returned = "", ...notes] = said.split("\n");
    expect(JSON.parse(returned)).toEqual([
      "approval_denied no Not now.",
      "sent to c",
      "invalid_arguments no /text: missing; expected string; /to: expected string, got number.",
      'unknown_tool no There is no tool "sendmail". Did you mean "send_mail"?',
      "execution_failed yes The disk is full.",
    ]);
    expect(notes).toEqual(["", 'Edited by the user: call 2, send_mail, ran with {"to":"c","text":"edited"}.']);
  });

  it.each([
    ["in which it failed", (text: string) => `const a = "${"x".repeat(180)}${text}"; null.x`, "cannot read property"],
    [
      "at which it is no program",
      (text: string) => `const a = "${text}${"x".repeat(65)}"; } ${"y".repeat(90)}`,
      "no JavaScript program",
    ],
    ["whose error is cut", (text: string) => `throw new Error("${"x".repeat(1_980)}${text}")`, "Error: xxx"],
  ])("quotes no part of a secret from the line %s", async (_, codeWith, words) => {
    const value = "correct-horse-battery";
    const { said } = await ran(codeWith(value), [], { secrets: [{ name: "v", value }] });
    expect(said).toContain(words);
    expect(said).not.toMatch(/correct|horse|batter/);
  });

  it("says of a call that a person has edited, and that does not fit so, that it did not run", async () => {
    const sent: unknown[] = [];
    const { said } = await ran("await attempt(tools.send_mail({ to: 'a', text: 'b' })); return", [mails(sent)], {
      policy: askForWrites,
      approver: answering(() => ({ approve: true, arguments: { to: "c" } })),
    });
    expect(said).toBe(
      'The program returned nothing. 1 call was made: send_mail not run.\n\nEdited by the user: call 1, send_mail, did not run with {"to":"c"}.',
    );
    expect(sent).toEqual([]);
  });

  it.each([
    [
      "throws",
      "const a = await tools.list_expenses({ person: 'ada' });\nreturn a.b.c;",
      "Error executing tool: TypeError: cannot read property 'c' of undefined, at line 2: return a.b.c. 1 call was made: list_expenses ok.",
    ],
    [
      "is none",
      "const a = ;\nreturn a",
      'Error executing tool: The code is no JavaScript program: unexpected ";" at line 1, column 11.\nLine 1: const a = ;',
    ],
    [
      "waits for nothing",
      "await new Promise(() => {})",
      "Error executing tool: The program waits for something that no call will bring. No call was made.",
    ],
    [
      "computes for ever",
      "for (;;) {}",
      "Error executing tool: The program computed for more than 0.2 s. No call was made.",
    ],
    [
      "returns nothing",
      "const all = await tools.list_expenses({ person: 'ada' })",
      "The program returned nothing. 1 call was made: list_expenses ok.",
    ],
    [
      "is a function that nobody can call",
      "async function list(person) { return tools.list_expenses({ person }) }",
      "The program returned nothing. No call was made.",
    ],
    [
      "returns nothing and says something",
      "for (const n of [1]) console.log(n)",
      "The program returned nothing.\n\nConsole:\n1",
    ],
    ["says no return", "const all = await tools.list_expenses({ person: 'ada' })\nall.length", "1"],
    ["returns what is no number", "return 0 / 0", "NaN"],
    [
      "returns what is no number and no date",
      "return { mean: 0 / 0, top: -1 / 0, since: new Date('then'), none: null }",
      '{"mean":"NaN","top":"-Infinity","since":"Invalid Date","none":null}',
    ],
    [
      "reads a value as JSON text",
      "return JSON.parse(await tools.list_expenses({ person: 'ada' }))[0].euros + JSON.parse('1')",
      "6001",
    ],
    [
      "calls a tool by its name alone",
      "return await list_expenses({ person: 'ada' })",
      "Error executing tool: ReferenceError: list_expenses is not defined, at line 1: return await list_expenses({ person: 'ada' }). Did you mean tools.list_expenses? No call was made.",
    ],
    [
      "looks for its tools elsewhere",
      "await functions.list_expenses({ person: 'ada' })",
      "Error executing tool: ReferenceError: functions is not defined, at line 1: await functions.list_expenses({ person: 'ada' }). Did you mean tools.list_expenses? No call was made.",
    ],
    [
      "calls a tool by another writing of its name",
      "await listExpenses({ person: 'ada' })",
      "Error executing tool: ReferenceError: listExpenses is not defined, at line 1: await listExpenses({ person: 'ada' }). Did you mean tools.list_expenses? No call was made.",
    ],
    [
      "looks for a tool in a namespace",
      "await tools.list.expenses({ person: 'ada' })",
      "Error executing tool: TypeError: not a function, at line 1: await tools.list.expenses({ person: 'ada' }). Did you mean tools.list_expenses? No call was made.",
    ],
    [
      "takes itself for one of Node",
      "const fs = require('fs')",
      "Error executing tool: ReferenceError: require is not defined, at line 1: const fs = require('fs'). A program has the language and its tools alone: no modules, network, files or timers. No call was made.",
    ],
    [
      "imports",
      "const { a } = await import('a')",
      "Error executing tool: ReferenceError: could not load module 'a'. A program has the language and its tools alone: no modules, network, files or timers. No call was made.",
    ],
    [
      "names no tool and nothing else that there is",
      "const all = expensesOf; return all",
      "Error executing tool: ReferenceError: expensesOf is not defined, at line 1: const all = expensesOf; return all. No call was made.",
    ],
    [
      "throws behind types",
      "const a: string = 'a'; a.b.c",
      "Error executing tool: TypeError: cannot read property 'c' of undefined, at line 1: const a: string = 'a'; a.b.c. No call was made.",
    ],
    [
      "awaits no call",
      "tools.list_expenses({ person: 'ada' }); return 1",
      "1\n\n1 call was not awaited: list_expenses not run.",
    ],
    ["returns a text", "return 'a\\nb'", "a\nb"],
    [
      "makes too many calls",
      "const made = []; for (let n = 0; n < 4; n++) made.push(await attempt(tools.list_expenses({ person: 'ben' }))); return made[3].error.message",
      "A program makes at most 3 calls.",
    ],
    [
      "throws an error without words",
      "throw new TypeError()",
      "Error executing tool: TypeError, at line 1: throw new TypeError(). No call was made.",
    ],
    [
      "calls itself",
      "return (await attempt(tools.run_code({ code: '' }))).error.message",
      "A program cannot run another program.",
    ],
  ])("that %s", async (_, code, expected) => {
    const { tool } = createCodeMode([expenses], { limits: { cpuMs: 200, calls: 3 } });
    const { said } = await ran(code, [], { tools: [tool] });
    expect(said).toBe(expected);
  });

  it("ends with its run when a person stops that, and says which calls were made", async () => {
    const sent: unknown[] = [];
    const code = `await tools.list_expenses({ person: "ada" });
      await attempt(tools.send_mail({ to: "a", text: "" })); await tools.send_mail({ to: "b", text: "" });`;
    const { said, stopReason } = await ran(code, [expenses, mails(sent)], {
      policy: askForWrites,
      approver: answering(() => ({ approve: false })),
    });
    expect(stopReason).toBe("denied");
    expect(sent).toEqual([]);
    expect(said).toBe(
      "Error executing tool: The program was stopped with its run. 2 calls were made: send_mail not run, list_expenses ok.",
    );
  });

  it("ends the run where a call that it does not await ends it", async () => {
    const last = defineTool({
      name: "last",
      description: "Ends the run.",
      input: { type: "object" },
      effects: "external",
      execute: async () => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        const output = { type: "text" as const, text: "over" };
        return { output, silent: false, isError: false, async: false, endsRun: true };
      },
    });
    const { stopReason, iterations } = await ran(
      "tools.last({}); await tools.list_expenses({ person: 'ada' }); return 1",
      [last, expenses],
    );
    expect(stopReason).toBe("done");
    expect(iterations).toBe(1);
  });

  it.each([
    ["that it shows", "const [image] = await tools.camera({}); show(image); return image.mimeType", "image/png"],
    ["in a list that it shows", "show(await tools.camera({})); return 'shown'", "shown"],
    ["that it returns", "return (await tools.camera({}))[0]", expect.stringMatching(/^\{"type":"image","ref":/)],
    ["in a list that it returns", "return await tools.camera({})", expect.stringMatching(/^\[\{"type":"image","ref":/)],
  ])("shows the model an image of a result %s", async (_, code, text) => {
    const camera = defineTool({
      name: "camera",
      description: "Takes a picture.",
      input: { type: "object" },
      effects: "read",
      execute: () => ({
        output: { type: "parts", parts: [{ type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" }] },
        silent: false,
        isError: false,
        async: false,
      }),
    });
    const { messages } = await ran(code, [camera]);
    const content = messages.flatMap((message) => (message.role === "tool" ? [message.content] : []));
    expect(content[0]).toEqual([
      { type: "text", text },
      { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" },
    ]);
  });

  it("shows what is no image as one text", async () => {
    const { messages } = await ran("for (let n = 0; n < 5_000; n += 1) show({ n }); return 1", []);
    const content = messages.flatMap(({ role, content }) => (role === "tool" ? [content] : []))[0];
    expect(content).toHaveLength(2);
    expect(JSON.stringify(content)).toContain('{\\"n\\":0}\\n{\\"n\\":1}');
    expect(JSON.stringify(content).length).toBeLessThan(60_000);
  });

  it("shows each image once, and no more than a model is shown", async () => {
    const pictures = defineTool({
      name: "pictures",
      description: "Takes pictures.",
      input: { type: "object" },
      effects: "read",
      execute: () =>
        partsOutput(
          ["A", "B", "C"].map((letter) => ({
            type: "image" as const,
            mediaType: "image/png",
            data: `iVBORw0KGgo${letter.repeat(3_000_001)}`,
          })),
        ),
    });
    const code = `
      const images = await tools.pictures({});
      for (let n = 0; n < 2_000; n += 1) show(images[0]);
      return images;`;
    const { messages } = await ran(code, [pictures]);
    const parts = messages.flatMap(({ role, content }) => (role === "tool" && Array.isArray(content) ? content : []));
    expect(parts.filter(({ type }) => type === "image")).toHaveLength(1);
    expect(parts.at(-1)).toEqual({ type: "text", text: expect.stringContaining("1 images or files left out") });
  });

  it("gives its machine up while it waits, and is made again from what it was given", async () => {
    const opened: string[] = [];
    const inner = quickJs();
    const executor: ProgramExecutor = {
      name: "counted",
      open: (program) => {
        opened.push(program.seed);
        return inner.open(program);
      },
    };
    const slow = defineTool({
      name: "slow",
      description: "Takes a while.",
      input: { type: "object" },
      effects: "read",
      execute: () => new Promise<string>((resolve) => setTimeout(() => resolve("late"), 100)),
    });
    const code = `
      console.log("once");
      const chance = [Math.random()];
      const [{ euros }] = await tools.list_expenses({ person: "ada" });
      chance.push(Math.random());
      return { euros, slow: await tools.slow({}), isNew: new Set([...chance, Math.random()]).size === 3 };`;
    const { tool } = createCodeMode([expenses, slow], { executor, parkAfterMs: 20 });
    const { said } = await ran(code, [], { tools: [tool] });
    expect(said).toBe('{"euros":6000,"slow":"late","isNew":true}\n\nConsole:\nonce');
    expect(opened).toHaveLength(2);
    expect(new Set(opened).size).toBe(1);
  });

  it("goes on in another process where its calls had got to, with the same clock and the same chance", async () => {
    const code = `
      const seen = [Date.now(), Math.random()];
      const races = [tools.list_expenses({ person: "ada" }), tools.send_mail({ to: "ada", text: String(seen[1]) })].map(attempt);
      seen.push(await Promise.race(races.map((race, n) => race.then(() => n))));
      await Promise.allSettled(races);
      for (const to of ["ben", "cy"]) seen.push((await attempt(tools.send_mail({ to, text: String(Date.now()) }))).ok);
      return [...seen, Date.now(), Math.random()];`;
    const config = { policy: askForWrites, approver: answering(() => ({ approve: true })) };
    const whole = await ran(code, [expenses, mails()], config);
    expect(whole.events.length).toBeGreaterThan(15);
    for (let left = 3; left < whole.events.length; left += 1) {
      const before = whole.events.slice(0, left);
      const sent: unknown[] = [];
      const { said, events } = await goneOn(before, { code, tools: [expenses, mails(sent)], config });
      expect(said).not.toMatch(/diverged|Error/);
      const begun = before.filter(({ type, id }) => type === "tool_call_running" && id.startsWith("p/")).length;
      expect(sent.length + begun).toBeLessThanOrEqual(3);
      if (JSON.stringify(events).includes("outcome_unknown")) continue;
      expect(sent.length + begun).toBe(3);
      // From the last end that was stored on, time goes on from another moment.
      const isSame = before.some(({ id }) => id.startsWith("p/"));
      const known = isSame ? (sent.length === 0 ? 7 : 3) : 0;
      expect(JSON.parse(said).slice(0, known)).toEqual(JSON.parse(whole.said).slice(0, known));
    }
  });
});

it("refuses what is no list of tools, with one sentence", () => {
  const made = (tools: unknown, options?: object) => () => createCodeMode(JSON.parse(JSON.stringify(tools)), options);
  expect(made("x")).toThrow(
    /^What createCodeMode is given must be a list of tools, a ToolRegistry, a ToolCatalog, or lists/,
  );
  expect(made([{}])).toThrow(TypeError);
  expect(made([{}])).not.toThrow(/undefined/);
  expect(() => createCodeMode([expenses], { name: "list_expenses" })).toThrow(/give that another name/);
  expect(made([], { nme: "x" })).toThrow('createCodeMode: there is no option "nme"; did you mean name?');
});

describe("a program in its second life", () => {
  const look = defineTool({
    name: "look",
    description: "Looks.",
    input: { type: "object" },
    effects: "read",
    execute: () => "seen",
  });
  /** Cut off behind the last event of this call. */
  const cutAfter = (events: readonly JournalEvent[], type: JournalEvent["type"], toolCallId: string) => {
    const last = events.findLastIndex(
      (event) => event.type === type && "toolCallId" in event.data && event.data.toolCallId === toolCallId,
    );
    expect(last).toBeGreaterThan(0);
    return events.slice(0, last + 1);
  };

  it.each([
    ["approval_decision", "p/1"],
    ["tool_call_end", "p/1"],
  ] as const)("is stopped as in its first, where a person had stopped it: from %s on", async (type, id) => {
    const code = `await tools.look({}); await attempt(tools.send_mail({ to: "a", text: "" })); return 1`;
    const config = { policy: askForWrites, approver: answering(() => ({ approve: false })) };
    const whole = await ran(code, [look, mails()], config);
    const sent: unknown[] = [];
    const before = cutAfter(whole.events, type, id);
    const { said, stopReason } = await goneOn(before, { code, tools: [look, mails(sent)], config });
    expect([whole.stopReason, stopReason, sent]).toEqual(["denied", "denied", []]);
    expect(said).toContain("2 calls were made: send_mail not run, look ok.");
  });

  it("says what a call came to that it did not await, and that had ended before", async () => {
    const slow = defineTool({
      name: "slow",
      description: "Takes a while.",
      input: { type: "object" },
      effects: "read",
      execute: () => new Promise<string>((resolve) => setTimeout(() => resolve("late"), 100)),
    });
    const code = "tools.slow({}); await tools.look({}); return 1";
    const whole = await ran(code, [look, slow]);
    const before = cutAfter(whole.events, "tool_call_end", "p/0");
    const { said } = await goneOn(before, { code, tools: [look, slow], config: {} });
    expect([whole.said, said]).toEqual(Array(2).fill("1\n\n1 call was not awaited: slow ok."));
  });

  it("says of a call that a person has edited, and that may have run, just that", async () => {
    const code = `return (await attempt(tools.send_mail({ to: "a", text: "b" }))).error?.ran`;
    const config = {
      policy: askForWrites,
      approver: answering(() => ({ approve: true, arguments: { to: "c", text: "d" } })),
    };
    const whole = await ran(code, [mails()], config);
    const before = cutAfter(whole.events, "tool_call_running", "p/0");
    const { said } = await goneOn(before, { code, tools: [mails()], config });
    expect(said).toBe('unknown\n\nEdited by the user: call 1, send_mail, may have run with {"to":"c","text":"d"}.');
  });

  it("says which calls its first life has made where its machine fails", async () => {
    const code = `await tools.send_mail({ to: "a", text: "" }); await tools.look({}); return 1`;
    const whole = await ran(code, [look, mails()]);
    const executor: ProgramExecutor = { name: "none", open: () => Promise.reject(new Error("No machine is left")) };
    const before = cutAfter(whole.events, "tool_call_start", "p/1");
    const { said } = await goneOn(before, { code, tools: [look, mails()], config: {}, options: { executor } });
    expect(said).toBe(
      "Error executing tool: No machine is left. The program could not go on. 2 calls were made: send_mail ok (not undone), look outcome unknown.",
    );
  });

  it("needs no tool, and no room, for calls that had ended", async () => {
    const code = `const first = await tools.send_mail({ to: "a", text: "" }); return [first, await tools.look({})]`;
    const whole = await ran(code, [look, mails()]);
    const before = cutAfter(whole.events, "tool_call_end", "p/1");
    const { said } = await goneOn(before, { code, tools: [look], config: {}, options: { limits: { calls: 1 } } });
    expect(said).toBe(whole.said);
  });

  it("ends as another program where it ends without a call that is recorded", async () => {
    const code = `await tools.look({}); if (Date.now() > 0) await tools.send_mail({ to: "a", text: "" }); return 1`;
    const whole = await ran(code, [look, mails()]);
    const before = structuredClone(cutAfter(whole.events, "tool_call_end", "p/1"));
    const other = JSON.parse(JSON.stringify(before).replaceAll("Date.now() > 0", "Date.now() < 0"));
    const { said } = await goneOn(other, { code, tools: [look, mails()], config: {} });
    expect(said).toContain("After a restart the program ended without the call of send_mail that is recorded.");
    expect(said).toContain("send_mail ok (not undone)");
  });
});
