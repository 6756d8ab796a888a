import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findTextCalls, findWholeCalls } from "./find-text-calls.ts";

const offered = new Set(["read", "ls"]);
const call = '{"name": "read", "arguments": {"path": "a.txt"}}';
const read = { name: "read", arguments: '{"path":"a.txt"}' };

const kimi = (inner: string) =>
  `<|tool_calls_section_begin|><|tool_call_begin|>${inner}<|tool_call_end|><|tool_calls_section_end|>`;
const deepSeek = (inner: string) =>
  `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>${inner}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`;

function names(text: string): readonly string[] | undefined {
  return findTextCalls(text, offered)?.calls.map(({ name }) => name);
}

describe("a call at the end of a text", () => {
  it.each([
    ["bare", call],
    ["over several lines", JSON.stringify(JSON.parse(call), null, 2)],
    ["fenced", `\`\`\`json\n${call}\n\`\`\``],
    ["in a fence that was never closed", `\`\`\`\n${call}`],
    ["tagged", `<tool_call>\n${call}\n</tool_call>`],
    ["in a tag that was never closed", `<tool_call>${call}`],
    ["tagged within a fence", `\`\`\`\n<tool_call>${call}</tool_call>\n\`\`\``],
    ["after a mark", `[TOOL_CALLS] [${call}]`],
    ["after another mark", `<|python_tag|>${call}`],
    ["after Granite's mark", `<|tool_call|>[${call}]`],
    ["in Phi's marks", `<|tool_call|>[${call}]<|/tool_call|><|end|>`],
    ["in Nemotron's tags", `<TOOLCALL>[${call}]</TOOLCALL>`],
    ["before Exaone's end of a turn", `<tool_call>${call}</tool_call>[|endofturn|]`],
    ["as a message of a history has it", `{"tool_calls": [{"id": "1", "type": "function", "function": ${call}}]}`],
    ["after words", `I will read it.\n\n${call}\n`],
    ["in a list", `[${call}]`],
    ["with parameters", '{"name": "read", "parameters": {"path": "a.txt"}}'],
    ["as a function", `{"type": "function", "function": ${call}}`],
    ["in Mistral's marks", '[TOOL_CALLS]read[ARGS]{"path": "a.txt"}'],
    ["in Mistral's marks, with an id", '[TOOL_CALLS]read[CALL_ID]a1B2c3D4e[ARGS]{"path": "a.txt"}'],
    ["in Mistral's marks without the second", '[TOOL_CALLS]read{"path": "a.txt"}'],
    ["with Mistral's marks dropped by its server", 'I look.\nread{"path": "a.txt"}'],
    ["behind a word, in Mistral's marks", 'Hello[TOOL_CALLS]read[ARGS]{"path": "a.txt"}'],
    ["behind a word, as a list", `Hello[TOOL_CALLS] [${call}]`],
    ["in Kimi's marks", kimi('functions.read:0<|tool_call_argument_begin|>{"path": "a.txt"}')],
    ["in Kimi's marks, by the name alone", kimi('read<|tool_call_argument_begin|>{"path": "a.txt"}')],
    [
      "in Kimi's marks behind a sentence",
      `I look.${kimi('functions.read:3<|tool_call_argument_begin|>{"path": "a.txt"}')}`,
    ],
    ["with Kimi's marks dropped by its server", 'functions.read:0{"path": "a.txt"}'],
    ["in DeepSeek's marks", deepSeek('function<｜tool▁sep｜>read\n```json\n{"path": "a.txt"}\n```')],
    ["in DeepSeek's later marks", deepSeek('read<｜tool▁sep｜>{"path": "a.txt"}')],
    [
      "in DeepSeek's marks, cut off after the arguments",
      '我看。<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>read<｜tool▁sep｜>{"path": "a.txt"}',
    ],
    ["in DeepSeek's marks and its end", `${deepSeek('read<｜tool▁sep｜>{"path": "a.txt"}')}<｜end▁of▁sentence｜>`],
    ["with its arguments as text", '{"name":"read","arguments":"{\\"path\\":\\"a.txt\\"}"}'],
  ])("is found: %s", (_how, text) => {
    expect(findTextCalls(text, offered)?.calls).toEqual([read]);
  });

  it.each([
    [`${call}\n${call}`],
    [`<tool_call>${call}</tool_call>\n<tool_call>${call}</tool_call>`],
    [`\`\`\`json\n${call}\n\`\`\`\n\`\`\`json\n${call}\n\`\`\``],
    [`[${call}, ${call}]`],
    ['[TOOL_CALLS]read[ARGS]{"path": "a"}[TOOL_CALLS]read[ARGS]{"path": "b"}'],
    [
      kimi(
        "functions.read:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_call_begin|>functions.read:1<|tool_call_argument_begin|>{}",
      ),
    ],
    [
      deepSeek(
        "function<｜tool▁sep｜>read\n```json\n{}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>read\n```json\n{}\n```",
      ),
    ],
  ])("may be several: %s", (text) => {
    expect(names(text)).toEqual(["read", "read"]);
  });

  it.each([
    ['{"tool": "read", "arguments": {"path": "a"}}'],
    ['```json\n[{"tool_name": "read", "parameters": {"path": "a"}}]\n```'],
    ['{"name": "read", "arguments": {"path": "a"}}<|im_end|>'],
    ['<tool_call>\n{"name": "read", "arguments": {"path": "a"}}\n</tool_call></s>\n'],
  ])("may be written as other models do: %s", (text) => {
    const calls = [{ name: "read", arguments: '{"path":"a"}' }];
    expect(findTextCalls(text, offered)).toMatchObject({ calls, isLast: true });
    expect(findWholeCalls(text, offered)).toMatchObject({ calls, isLast: true });
  });

  it("may hold line breaks that are not escaped", () => {
    const text = '{"name": "read", "arguments": {"path": "a\n\tb"}}';
    expect(findTextCalls(text, offered)?.calls).toEqual([{ name: "read", arguments: '{"path":"a\\n\\tb"}' }]);
  });

  it.each([
    ["in a sentence", `You could say ${call}`],
    ["in code within a sentence", `Say \`${call}\``],
    ["quoted", `> ${call}`],
    ["in an item of a list", `- ${call}`],
    ["before more words of its line", `${call} would read it.`],
    ["fenced within a line", `\`\`\`${call}\`\`\` would read it.`],
    ["indented like code", `    ${call}`],
    ["of a tool that is not offered", '{"name": "rm", "arguments": {}}'],
    ["with a key that no call has", '{"name": "read", "arguments": {}, "version": "1.0"}'],
    ["without arguments", '{"name": "read"}'],
    ["beside one of no tool", `[${call}, {"name": "rm", "arguments": {}}]`],
    ["in marks in a sentence", 'Mistral writes [TOOL_CALLS]read[ARGS]{"path": "a.txt"}'],
    ["a mark in code within a sentence", 'It writes `[TOOL_CALLS]read[ARGS]{"path": "a.txt"}'],
    ["a name and an object further on", 'read the object {"path": "a.txt"}'],
    ["a name, and an object on the next line", 'read\n{"path": "a.txt"}'],
    ["a name that is the beginning of a word", 'reader{"path": "a.txt"}'],
    ["in marks, of a tool that is not offered", '[TOOL_CALLS]rm[ARGS]{"path": "a.txt"}'],
    ["in marks, after one of no tool", "[TOOL_CALLS]rm[ARGS]{}[TOOL_CALLS]read[ARGS]{}"],
    ["in marks, of a name of a prototype", "[TOOL_CALLS]constructor[ARGS]{}"],
    ["in marks, with a list for its arguments", '[TOOL_CALLS]read[ARGS]["a.txt"]'],
    ["in marks, broken", '[TOOL_CALLS]read[ARGS]{"path": "a'],
    ["broken", '{"name": "read", "arguments": {"path": "a'],
    ["a name of a prototype", '{"name": "constructor", "arguments": {}}'],
    ["nothing", ""],
  ])("is not one: %s", (_how, text) => {
    expect(findTextCalls(text, offered)).toBeUndefined();
  });

  it.each([`${call}\nThat would read it.`, `\`\`\`\n${call}\n\`\`\`\nThat would read it.`])(
    "may not be the last word: %s",
    (text) => {
      expect(findTextCalls(text, offered)).toMatchObject({ calls: [read], isLast: false });
      expect(findTextCalls(`${text}\n${call}`, offered)).toMatchObject({ calls: [read], isLast: true });
    },
  );

  it("says where it begins", () => {
    expect(findTextCalls(`Well.\n${call}`, offered)?.start).toBe(6);
  });

  it("is looked for in bounded time, whatever the text", () => {
    // A look at all that follows from each line would take many times as long as a test may.
    for (const line of [
      '{"name":"read","arguments":{"a":',
      "```json\n{",
      "<tool_call>",
      "[[[[",
      "{}\n",
      "read{",
      "x[TOOL_CALLS]",
      "x<｜tool▁calls▁begin｜>",
    ]) {
      findTextCalls(`${line}\n`.repeat(100_000), offered);
    }
  });

  it("never throws", () => {
    const piece = fc.constantFrom(
      call,
      "```",
      "```json\n",
      "<tool_call>",
      "</tool_call>",
      "[TOOL_CALLS]",
      "[ARGS]",
      "read",
      "<｜tool▁call▁begin｜>",
      "\n",
      "{",
      "]",
      '"',
      " ",
      "x",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join("");
        const found = findTextCalls(text, offered);
        if (found !== undefined) expect(text.slice(found.start).trim()).toMatch(/^(?:[`<[{]|read)/);
      }),
    );
  });
});
