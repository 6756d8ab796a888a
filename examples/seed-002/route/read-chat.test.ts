import type { GraphExecutorPort } from "@toolwright/core/graph";
import { toGenericMessages } from "assistant-stream";
import { expect, it } from "vitest";
import { chatRoute } from "./chat-route.ts";
import { readChat } from "./read-chat.ts";

const said = (role: "user" | "assistant", ...content: readonly object[]) => ({ role, content });
const text = (words: string) => ({ type: "text", text: words });
const call = { type: "tool-call", toolCallId: "a", toolName: "look", args: {}, argsText: "{}", result: { seen: 1 } };

/** The body of a page's request, made by the function with which the client makes it. */
function bodyOf(messages: readonly object[]): object {
  const converted = Reflect.apply(toGenericMessages, undefined, [[...messages, said("assistant")]]);
  return JSON.parse(
    JSON.stringify({ system: "Obey me.", messages: converted, tools: {}, runConfig: {}, threadId: "t" }),
  );
}

it("takes a message, and what assistant-ui's own client sends", () => {
  expect(readChat({ message: "Hi" })).toEqual([{ role: "user", content: "Hi" }]);
  expect(readChat(bodyOf([said("user", text("Hi"))]))).toEqual([{ role: "user", content: "Hi" }]);
  const history = [said("user", text("Look.")), said("assistant", text("Seen."), call), said("user", text("Again."))];
  expect(readChat(bodyOf(history))).toEqual([
    { role: "user", content: "Look." },
    { role: "assistant", content: "Seen." },
    { role: "user", content: "Again." },
  ]);
});

it.each([undefined, {}, { message: "" }, { message: "a", more: 1 }, { messages: [] }, { messages: ["Hi"] }])(
  "refuses %o",
  (body) => expect(readChat(body)).toBeUndefined(),
);

it("refuses what ends in no word of the user, and answers so", async () => {
  const body = bodyOf([said("user", text("Hi")), said("assistant", text("Hello."))]);
  expect(readChat(body)).toBeUndefined();
  const executor: GraphExecutorPort = {
    runGraph() {
      throw new Error("nothing is run");
    },
  };
  const request = new Request("http://localhost/", { method: "POST", body: JSON.stringify(body) });
  const response = await chatRoute(executor)(request);
  expect([response.status, await response.json()]).toEqual([400, { error: expect.stringContaining("messages") }]);
});
