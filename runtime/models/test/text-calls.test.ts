import { ActivityStream, defineTool, type JournalEvent, runToolLoop } from "@toolwright/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOpenAiCompatibleModel } from "../src/index.ts";
import { cutText } from "./support/cut-text.ts";
import { type AnsweringServer, events, hello, startAnswering } from "./support/scripted-server.ts";

let server: AnsweringServer;

const call = '{"name": "read", "arguments": {"path": "a.txt"}}';

/** An answer that streams the pieces of a text. */
function saying(...pieces: readonly string[]) {
  const deltas = pieces.map((content) => ({ choices: [{ delta: { content } }] }));
  return events(...deltas, { choices: [{ delta: {}, finish_reason: "stop" }] });
}

interface Play {
  readonly pieces: readonly string[];
  readonly textCalls?: boolean;
  readonly said?: string;
}

/** A run whose first answer is `pieces`. */
async function play({ pieces, textCalls = false, said = "Go." }: Play) {
  server = await startAnswering(saying(...pieces), hello);
  const ran: unknown[] = [];
  const read = defineTool({
    name: "read",
    description: "Reads a file.",
    input: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    execute: (input) => {
      ran.push(input);
      return "content of a.txt";
    },
  });
  const activity = new ActivityStream();
  const seen: JournalEvent[] = [];
  activity.subscribe("*", (event) => void seen.push(event));
  const model = createOpenAiCompatibleModel({ baseUrl: server.baseUrl, model: "m", textCalls });
  const result = await runToolLoop({ model, tools: [read], activity }, [{ role: "user", content: said }]);
  const shown = seen.map((event) => (event.type === "text_delta" ? event.data.delta : "")).join("");
  const warnings = seen.flatMap((event) => (event.type === "warning" ? [event.data] : []));
  return { ran, result, seen, shown, warnings };
}

describe("a call that the model wrote as text", () => {
  it("is warned about, and not run", async () => {
    const { ran, result, warnings } = await play({ pieces: ["I will read it.\n", call] });
    expect(ran).toEqual([]);
    expect(result.stopReason).toBe("stop");
    expect(warnings).toEqual([
      {
        code: "text_call",
        message: expect.stringMatching(
          /^The model wrote a call as text \(bare JSON\); its server does not parse it: read\..*--jinja.*textCalls/,
        ),
      },
    ]);
  });

  it("is taken as a call where the program says so, and never shown as text", async () => {
    const { ran, result, shown, warnings, seen } = await play({
      pieces: ["Now:\n", call.slice(0, 9), call.slice(9)],
      textCalls: true,
    });
    expect(ran).toEqual([{ path: "a.txt" }]);
    expect(warnings).toEqual([]);
    expect(shown).toBe("Now:\nHello");
    expect(seen.map(({ type }) => type)).toContain("tool_call_start");
    expect(result.messages[1]).toMatchObject({ content: "Now:\n", tool_calls: [{ function: { name: "read" } }] });
    expect(server.received).toHaveLength(2);
  });

  it.each([[[`\`\`\`json\n${call}\n\`\`\`\n`, "Now I wait for the file."]], [[`${call}\n`, "That reads it."]]])(
    "is warned about where words follow, and not run: %s",
    async (pieces) => {
      for (const textCalls of [false, true]) {
        const { ran, shown, warnings } = await play({ pieces, textCalls });
        expect(ran).toEqual([]);
        expect(shown).toBe(pieces.join(""));
        expect(warnings).toEqual([
          {
            code: "text_call",
            message: expect.stringMatching(
              /^The model wrote a call as text \([\w ]+\), and words after it;.* it: read\./,
            ),
          },
        ]);
      }
    },
  );

  it.each([["[TOOL_CALLS] "], ["[TOOL_CALLS]"], ["<|python_tag|>"]])("is taken after the mark %s", async (mark) => {
    const written = mark.startsWith("[") ? `[${call}]` : call;
    const { ran, shown } = await play({ pieces: [...mark, ...written], textCalls: true });
    expect(ran).toEqual([{ path: "a.txt" }]);
    expect(shown).toBe("Hello");
  });

  it("goes through the same phases as any other: wrong arguments are refused", async () => {
    const { ran, result } = await play({ pieces: ['{"name":"read","arguments":{"path":7}}'], textCalls: true });
    expect(ran).toEqual([]);
    expect(result.messages[2]).toMatchObject({ role: "tool", is_error: true });
  });

  it.each([
    [
      "Qwen3-Coder's tags",
      "<tool_call>\n<function=read>\n<parameter=path>\na.txt\n</parameter>\n</function>\n</tool_call>",
    ],
    ["Qwen3-Coder, without its tag", "I read it.\n<function=read><parameter=path>a.txt</parameter></function>"],
    ["GLM", "<tool_call>read\n<arg_key>path</arg_key>\n<arg_value>a.txt</arg_value>\n</tool_call>"],
    ["invoke", '<function_calls>\n<invoke name="read">\n<parameter name="path">a.txt</parameter>\n</invoke>'],
    [
      "DeepSeek's invoke",
      '<｜DSML｜function_calls>\n<｜DSML｜invoke name="read">\n<｜DSML｜parameter name="path" string="true">a.txt</｜DSML｜parameter>\n',
    ],
    ["Harmony", '<|channel|>commentary to=functions.read <|constrain|>json<|message|>{"path":"a.txt"}<|call|>'],
    [
      "Harmony, after thoughts",
      "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>commentary to=functions.read",
    ],
    [
      "Harmony, named before its channel",
      '<|start|>assistant to=functions.read<|channel|>commentary json<|message|>{"path":"a"}',
    ],
  ])("is warned about in the spelling of %s, and never taken", async (_who, text) => {
    for (const textCalls of [false, true]) {
      const { ran, shown, warnings } = await play({ pieces: [text], textCalls });
      expect(ran).toEqual([]);
      expect(shown).toBe(text);
      expect(warnings).toEqual([
        { code: "text_call", message: expect.stringMatching(/its server does not parse it: read\. .*--jinja/) },
      ]);
    }
  });

  it.each([
    ["in a sentence", "Qwen writes <function=read> for it."],
    ["as an example", "For example:\n<function=read><parameter=path>a.txt</parameter></function>"],
    ["of a tool that nobody offered", "<function=constructor><parameter=path>a.txt</parameter></function>"],
  ])("is not warned about in tags %s", async (_how, text) => {
    expect((await play({ pieces: [text] })).warnings).toEqual([]);
  });

  it.each([
    ["in a sentence", [`You could say ${call}`]],
    ["before more words", [call, "\nwould read it."]],
    ["as an example", [`For example:\n\`\`\`json\n${call}\n\`\`\``]],
    ["of a tool that nobody offered", ['{"name":"bash","arguments":{"command":"ls"}}']],
  ])("is left alone %s", async (_how, pieces) => {
    const { ran, shown } = await play({ pieces, textCalls: true });
    expect(ran).toEqual([]);
    expect(shown).toBe(pieces.join(""));
  });

  it("is left alone where it stands in what the model was given", async () => {
    const said = `What is this: ${call}`;
    const { ran, warnings } = await play({ pieces: [`The file says\n${call}`], textCalls: true, said });
    expect(ran).toEqual([]);
    expect(warnings).toEqual([
      { code: "text_call_quoted", message: expect.stringContaining("It counts as a quotation") },
    ]);
  });

  it("is not taken from a text in which a piece was lost", async () => {
    server = await startAnswering((response) => {
      const piece = JSON.stringify({ choices: [{ delta: { content: call }, finish_reason: "stop" }] });
      response.end(`data: oops\n\ndata: ${piece}\n\ndata: [DONE]\n\n`);
    });
    const tool = {
      type: "function",
      function: { name: "read", description: "", parameters: { type: "object" } },
    } as const;
    const model = createOpenAiCompatibleModel({ baseUrl: server.baseUrl, model: "m", textCalls: true });
    const { finishReason, warnings } = await model.completionStream({ messages: [], tools: [tool] }).final;
    expect(finishReason).toBe("stop");
    expect(warnings?.map(({ code }) => code)).toEqual(["frame_skipped", "text_call"]);
  });
});

describe("however a text is cut", () => {
  const texts = [
    `Now:\n${call}`,
    call,
    `\n\n${call}\n`,
    `\`\`\`json\n${call}\n\`\`\``,
    `Two:\n<tool_call>${call}</tool_call>\n<tool_call>${call}</tool_call>`,
    `First ${call}\nthen\n${call}\nand more`,
    `${call}\nwas it, so\n${call}`,
    `A table {\n  [1]\n\`code\`\n<b>bold</b>\n{"name": "other"}`,
    "  \n",
    'Hello[TOOL_CALLS]read[ARGS]{"path": "a.txt"}[TOOL_CALLS]read[ARGS]{"path": "b.txt"}',
    'I look.<|tool_calls_section_begin|><|tool_call_begin|>functions.read:0<|tool_call_argument_begin|>{"path": "a.txt"}<|tool_call_end|>',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read\n```json\n{"path": "a.txt"}\n```<｜tool▁call▁end｜>',
    'read it:\nread{"path": "a.txt"}',
    "reader\nread it: x[0] and a<b and c<|d\nread:1\nread [TOOL_CALLS] no\nread",
    "It wrote[TOOL_CALLS]read[ARGS] and no more",
  ];

  it("what is shown is what is stored", async () => {
    await fc.assert(
      fc.asyncProperty(cutText(texts), async ({ pieces }) => {
        const { shown, result } = await play({ pieces, textCalls: true });
        await server.close();
        const stored = result.messages.map((message) => (message.role === "assistant" ? message.content : "")).join("");
        expect(shown.trim()).toBe(stored.trim());
      }),
      { numRuns: 150 },
    );
  });
});
