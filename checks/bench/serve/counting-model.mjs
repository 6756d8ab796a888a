/** A model that calls `stamp` as often as the message says, once a step, and then says a sentence. It keeps nothing. */
export function countingModel() {
  return {
    name: "counting",
    completionStream({ messages }) {
      const asked = messages.findLastIndex(({ role }) => role === "user");
      const wanted = Number(/\d+/.exec(messages[asked].content)?.[0] ?? 0);
      const number = messages.length - asked - 1 >= 2 * wanted ? undefined : (messages.length - asked - 1) / 2 + 1;
      return number === undefined ? answer() : call(number);
    },
  };
}

function call(number) {
  const [id, name, text] = [`call-${number}`, "stamp", JSON.stringify({ number })];
  const pieces = [
    { index: 0, id, function: { name } },
    { index: 0, function: { arguments: text.slice(0, 5) } },
    { index: 0, function: { arguments: text.slice(5) } },
  ];
  const toolCalls = [{ id, type: "function", function: { name, arguments: text } }];
  return {
    stream: stream(pieces.map((delta) => ({ type: "tool_call_delta", delta }))),
    final: Promise.resolve({
      message: { role: "assistant", content: "", tool_calls: toolCalls },
      model: "counting",
      finishReason: "tool_calls",
      toolCalls,
    }),
  };
}

function answer() {
  const words = ["That ", "was ", "all."];
  return {
    stream: stream(words.map((delta) => ({ type: "text_delta", delta }))),
    final: Promise.resolve({
      message: { role: "assistant", content: words.join("") },
      model: "counting",
      finishReason: "stop",
    }),
  };
}

async function* stream(events) {
  yield* events;
}
