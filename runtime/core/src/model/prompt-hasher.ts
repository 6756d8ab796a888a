import { canonicalJson } from "../json/canonical-json.ts";
import type { Message } from "./messages.ts";
import type { LlmToolDefinition } from "./model-port.ts";
import { asPlain, PromptFrame, type PromptHashInput, plain, toolsText } from "./prompt-frame.ts";
import { createSha256, type Sha256 } from "./sha256.ts";

/** What was hashed of a conversation: the beginning of the payload up to the last of these messages. */
interface Hashed {
  frame: PromptFrame;
  readonly messages: Message[];
  usesCalls: boolean;
  readonly hash: Sha256;
}

/**
 * The hashes of `promptHash`, of requests of which each goes on where the last one ended: only messages that were not
 * there before are read. Messages, tools and options that are the same objects must not have changed.
 */
export class PromptHasher {
  /** By the first message, so that conversations do not push each other out, and none outlives its messages. */
  readonly #hashed = new WeakMap<Message, Hashed>();
  readonly #tools = new WeakMap<LlmToolDefinition, string>();

  hash(input: PromptHashInput): string | Promise<string> {
    const { frame, hash, usesCalls } = this.#goOn(input);
    const ending = hash.fork();
    ending.update(frame.ending(usesCalls));
    return ending.digest();
  }

  #goOn(input: PromptHashInput): Hashed {
    const { messages } = input;
    const [first] = messages;
    const known = first && this.#hashed.get(first);
    const frame = known?.frame.fits(input) ? known.frame : this.#frameOf(input);
    const isGoingOn =
      known?.frame.head === frame.head && known.messages.every((message, place) => message === messages[place]);
    const before = isGoingOn ? known : newlyHashed(frame);
    before.frame = frame;
    const added = messages.slice(before.messages.length);
    // Written before anything is put in: a message that cannot be leaves the beginning as it was.
    let [text, comma] = ["", before.messages.length === 0 ? "" : ","];
    for (const message of added) {
      text += comma + messageText(message);
      comma = ",";
    }
    before.hash.update(text);
    for (const message of added) before.messages.push(message);
    before.usesCalls ||= added.some(isAboutCalls);
    if (first !== undefined) this.#hashed.set(first, before);
    return before;
  }

  #frameOf(input: PromptHashInput): PromptFrame {
    const { tools = [] } = input;
    return new PromptFrame(input, tools.length === 0 ? undefined : toolsText(tools, (tool) => this.#toolText(tool)));
  }

  #toolText(tool: LlmToolDefinition): string {
    const text = this.#tools.get(tool) ?? canonicalJson(plain(tool));
    this.#tools.set(tool, text);
    return text;
  }
}

function newlyHashed(frame: PromptFrame): Hashed {
  const hash = createSha256();
  hash.update(frame.head);
  return { frame, messages: [], usesCalls: false, hash };
}

function isAboutCalls(message: Message): boolean {
  return message.role === "tool" || (message.role === "assistant" && (message.tool_calls ?? []).length > 0);
}

function messageText(message: Message): string {
  const common = `{"content":${canonicalJson(asPlain(message.content))},"role":${canonicalJson(message.role)}`;
  if (message.role === "tool") return `${common},"tool_call_id":${canonicalJson(message.tool_call_id)}}`;
  if (message.role !== "assistant" || !isAboutCalls(message)) return `${common}}`;
  return `${common},"tool_calls":${canonicalJson(asPlain(message.tool_calls))}}`;
}
