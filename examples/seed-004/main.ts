import { readFile } from "node:fs/promises";
import {
  ActivityStream,
  type AsyncCallback,
  asyncResult,
  errorResult,
  type JsonObject,
  onUserMessage,
  runToolLoop,
  silentResult,
  type ToolContext,
  ToolRegistry,
  toolResult,
  toolToSchema,
} from "@toolwright/core";
import { fromChatProvider } from "@toolwright/models";
import { provider } from "./provider.ts";

const read = {
  name: "read_file",
  allowlist: "all" as const,
  description: "Read the contents of a file at the given path.",
  parameters: {
    type: "object",
    properties: { path: { type: "string", description: "Path to the file to read" } },
    required: ["path"],
  },
  async execute(_: ToolContext, { path }: JsonObject) {
    try {
      return toolResult(await readFile(new URL(String(path), import.meta.url), "utf8"));
    } catch (error) {
      return errorResult(`cannot read ${path}`).withError(error);
    }
  },
};

/** Keeps the conversation of its call in itself, as the document's contextual tools do. */
class MessageTool {
  readonly name = "message";
  readonly allowlist = "all";
  readonly description = "Send a message to the user.";
  readonly parameters = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
  #to = "";

  setContext(channel: string, chatId: string): void {
    this.#to = `${channel}:${chatId}`;
  }

  async execute(_: ToolContext, { text }: JsonObject) {
    return { ...silentResult(`Message sent to ${this.#to}`), forUser: String(text), silent: false };
  }
}

/** Starts work and returns; the callback hears of the end. */
class CountTool {
  readonly name = "count_lines";
  readonly allowlist = "all";
  readonly description = "Count the lines of a file in the background.";
  readonly parameters = read.parameters;
  #callback: AsyncCallback = () => undefined;

  setCallback(callback: AsyncCallback): void {
    this.#callback = callback;
  }

  async execute(ctx: ToolContext, { path }: JsonObject) {
    const callback = this.#callback;
    void readFile(new URL(String(path), import.meta.url), "utf8").then((text) =>
      callback(ctx, toolResult(`${path} has ${text.split("\n").length - 1} lines`)),
    );
    return asyncResult("Task started, will report back");
  }
}

const tools = new ToolRegistry();
for (const tool of [read, new MessageTool(), new CountTool()]) tools.register(tool);

console.log(tools.getSummaries().join("\n"));
const readTool = tools.get("read_file");
if (readTool !== undefined) console.log(JSON.stringify(toolToSchema(readTool)));

console.log("\nby name");
console.log(JSON.stringify(await tools.execute("read_file", { path: "greeting.txt" })));
console.log(JSON.stringify(await tools.execute("read_file", { path: "missing.txt" })));
console.log(JSON.stringify(await tools.execute("nobody", {})));
await new Promise<void>((resolve) => {
  void tools.executeWithContext("count_lines", { path: "greeting.txt" }, "telegram", "42", (ctx, result) => {
    console.log(`later, for chat ${ctx.conversation.chatId}: ${JSON.stringify(result)}`);
    resolve();
  });
});

console.log("\nin the loop");
const activity = new ActivityStream();
onUserMessage(activity, ({ text }) => console.log(`to the user: ${text}`));
const result = await runToolLoop(
  {
    model: fromChatProvider(provider, { model: "gpt-4o" }),
    tools,
    activity,
    llmOptions: { max_tokens: 4096 },
    redaction: "required",
  },
  [{ role: "user", content: "What does greeting.txt say? Tell me." }],
  "telegram",
  "42",
);
for (const { role, content } of result.messages) console.log(`${role}: ${JSON.stringify(content)}`);
console.log(JSON.stringify({ content: result.content, iterations: result.iterations, stopReason: result.stopReason }));
