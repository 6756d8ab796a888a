import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findTextCalls } from "./find-text-calls.ts";
import { isQuotation } from "./is-quotation.ts";

const offered = new Set(["read", "ls"]);
const call = '{"name": "read", "arguments": {"path": "a.txt"}}';
const read = { name: "read", arguments: '{"path":"a.txt"}' };

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
    ["after words", `I will read it.\n\n${call}\n`],
    ["in a list", `[${call}]`],
    ["with parameters", '{"name": "read", "parameters": {"path": "a.txt"}}'],
    ["as a function", `{"type": "function", "function": ${call}}`],
    ["with its arguments as text", '{"name":"read","arguments":"{\\"path\\":\\"a.txt\\"}"}'],
  ])("is found: %s", (_how, text) => {
    expect(findTextCalls(text, offered)?.calls).toEqual([read]);
  });

  it.each([
    [`${call}\n${call}`],
    [`<tool_call>${call}</tool_call>\n<tool_call>${call}</tool_call>`],
    [`\`\`\`json\n${call}\n\`\`\`\n\`\`\`json\n${call}\n\`\`\``],
    [`[${call}, ${call}]`],
  ])("may be several: %s", (text) => {
    expect(names(text)).toEqual(["read", "read"]);
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
    for (const line of ['{"name":"read","arguments":{"a":', "```json\n{", "<tool_call>", "[[[[", "{}\n"]) {
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
        if (found !== undefined) expect(text.slice(found.start).trim()).toMatch(/^[`<[{]/);
      }),
    );
  });
});

describe("a quotation", () => {
  const written = [call];
  it("is what an example leads to", () => {
    expect(isQuotation({ lead: "Here is an example:\n", written }, [])).toBe(true);
    expect(isQuotation({ lead: "An example was asked for.\n\nI read it now.\n", written }, [])).toBe(false);
  });

  it("is what stands in what the model has read, however it is laid out", () => {
    const content = '    12\t{"name": "read",\n    13\t  "arguments": {"path": "a.txt"}}\n';
    const messages = [{ role: "tool", tool_call_id: "a", content }] as const;
    expect(isQuotation({ lead: "The file says\n", written }, messages)).toBe(true);
    expect(isQuotation({ lead: "", written }, [{ role: "user", content: "read a.txt" }])).toBe(false);
    expect(isQuotation({ lead: "", written }, [{ role: "system", content: `Say ${call}` }])).toBe(false);
  });
});
