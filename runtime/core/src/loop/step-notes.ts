import type { Message } from "../model/messages.ts";
import type { History } from "./history.ts";

/** How messages begin that the loop itself puts into a history in a user's name. */
const BEGINNINGS = [
  "[Background result of ",
  "[The work is not marked as finished.",
  "[Your last answer ",
  "[Meanwhile: ",
];

/** Whether a message was put into a history by the loop, and said by nobody. */
export function isLoopNote({ content }: Message): boolean {
  return typeof content === "string" && BEGINNINGS.some((beginning) => content.startsWith(beginning));
}

/** Most providers want a history to end with the user's word, not with the model's. */
export const NOT_DONE: Message = {
  role: "user",
  content: "[The work is not marked as finished. Go on; when it is finished, call the tool that ends it.]",
};

/** Tells a model that it has answered nothing: small ones do after a result, and say it well when they are asked. */
export const SAID_NOTHING: Message = {
  role: "user",
  content: "[Your last answer was empty. Answer the question in words.]",
};

/** Whether the model is to answer {@link SAID_NOTHING} next. */
export function isAskedForWords(history: History): boolean {
  return history.snapshot(Math.max(0, history.length - 1))[0]?.content === SAID_NOTHING.content;
}

/** Tells a model what `prepareStep` wants it to know. */
export function meanwhile(text: string): Message {
  return { role: "user", content: `[Meanwhile: ${text}]` };
}

/** Tells a model that calls were cut off. */
export function cutOff(droppedCalls: number): Message {
  const calls = droppedCalls === 1 ? "a tool call" : `${droppedCalls} tool calls`;
  return {
    role: "user",
    content: `[Your last answer reached the length limit before ${calls} was complete, so nothing of it was run. Make the call again with shorter arguments.]`,
  };
}
