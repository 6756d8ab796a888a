import { globSync } from "node:fs";
import { join } from "node:path";
import { ActivityStream, defineTool, type Message, runToolLoop } from "@toolwright/core";
import { scripted } from "@toolwright/models";
import { openStore } from "@toolwright/store";

/** Where in a state folder the command keeps the conversations of its only workspace. */
function storeFile(state: string): string {
  const [file] = globSync(join(state, "toolwright/conversations/*/conversations.sqlite"));
  if (file === undefined) throw new Error(`There are no conversations in ${state}.`);
  return file;
}

/** Stores a thread of so many messages beside the server, half of them the user's. Gives its id. */
export async function storeLongThread(state: string, count: number): Promise<string> {
  const store = openStore({ file: storeFile(state) });
  const { conversation } = store.threads.create({ channel: "web", title: `${count} messages` });
  const activity = new ActivityStream(store.journal(conversation));
  const messages: Message[] = [];
  for (let turn = 1; turn <= count / 2; turn += 1) {
    messages.push({ role: "user", content: `Question ${turn}` });
    const text = `Answer ${turn}, with **bold** words and \`code\`:\n\n- one\n- two\n`;
    await runToolLoop({ model: scripted([{ text }]), activity }, messages);
    messages.push({ role: "assistant", content: text });
  }
  store.close();
  return conversation.chatId;
}

/** Stores a thread of one run, which says so many steps and makes a call in each. Gives its id. */
export async function storeLongRun(state: string, steps: number): Promise<string> {
  const store = openStore({ file: storeFile(state) });
  const { conversation } = store.threads.create({ channel: "web", title: `${steps} steps` });
  const activity = new ActivityStream(store.journal(conversation));
  const look = defineTool({
    name: "look",
    description: "Looks something up.",
    input: { type: "object", properties: { at: { type: "integer" } } },
    effects: "read",
    execute: ({ at }: { at: number }) => `Found ${at}.`,
  });
  const asking = Array.from({ length: steps }, (_, at) => {
    return { text: `Step ${at}.`, toolCalls: [{ name: "look", arguments: { at } }] };
  });
  const model = scripted([...asking, { text: "That is all." }]);
  const config = { model, tools: [look], activity, maxIterations: steps + 1 };
  await runToolLoop(config, [{ role: "user", content: "Look everywhere." }]);
  store.close();
  return conversation.chatId;
}
