import type { EventData, LlmToolCall } from "@toolwright/core";

/** A piece of a recorded message. */
export type ShownBlock =
  /** `from`: how many units of the text or the reasoning stand before it. */
  | { readonly code: "text" | "reasoning"; readonly text: string; readonly from: number }
  | { readonly code: "call"; readonly call: LlmToolCall };

/** A recorded message in the order in which it was shown. What its layout does not name follows it. */
export function blocksOf({ message, reasoning = "", layout = [] }: EventData["assistant_message"]): ShownBlock[] {
  const whole = { text: message.content, reasoning };
  const from = { text: 0, reasoning: 0 };
  const calls = new Map((message.tool_calls ?? []).map((call) => [call.id, call]));
  const blocks: ShownBlock[] = [];
  const take = (code: "text" | "reasoning", length: number) => {
    const text = whole[code].slice(from[code], from[code] + length);
    if (text !== "") blocks.push({ code, text, from: from[code] });
    from[code] += text.length;
  };
  const takeCall = (id: string) => {
    const call = calls.get(id);
    if (call !== undefined) blocks.push({ code: "call", call });
    calls.delete(id);
  };
  for (const block of layout) {
    if (block.type === "call") takeCall(block.toolCallId);
    else take(block.type, block.length);
  }
  take("reasoning", whole.reasoning.length);
  take("text", whole.text.length);
  for (const id of [...calls.keys()]) takeCall(id);
  return blocks;
}
