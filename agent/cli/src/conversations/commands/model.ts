import type { ChatCommand } from "./chat-command.ts";

/** `/model`: which it is, or another one from the next message on. */
export const MODEL: ChatCommand = {
  name: "model",
  takes: "[spec]",
  about: "says which model it is, or takes another one, such as openai:gpt-5 or ollama:qwen3",
  async run(rest, chat) {
    const { model } = chat.options;
    if (rest === "") return [`${model.spec}. /model PROVIDER:NAME takes another one, and offline the stand-in.`];
    await model.change(rest);
    chat.refresh();
    return [`From your next message on: ${model.spec}.`];
  },
};
