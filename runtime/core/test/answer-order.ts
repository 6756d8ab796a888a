import type { EventData, JournalEvent } from "../src/index.ts";

/** A stretch of an answer: what kind it is, and its text or the id of its call. */
export type Block = readonly [kind: string, text: string];

/** The order in which an answer was shown. Calls are named by `idOf`; those without a name count for nothing. */
export function liveOrder(events: readonly JournalEvent[], idOf: (index: number) => string | undefined): Block[] {
  const seen = new Set<number>();
  const blocks = events.flatMap((event): Block[] => {
    if (event.type === "text_delta") return [["text", event.data.delta]];
    if (event.type === "reasoning_delta") return [["reasoning", event.data.delta]];
    if (event.type !== "tool_call_delta" || seen.has(event.data.index)) return [];
    seen.add(event.data.index);
    const id = idOf(event.data.index);
    return id === undefined ? [] : [["call", id]];
  });
  return joined(blocks);
}

/** The order in which an answer is stored. */
export function storedOrder({ message, reasoning = "", layout }: EventData["assistant_message"]): Block[] {
  if (layout === undefined) {
    const texts: Block[] = [
      ["reasoning", reasoning],
      ["text", message.content],
    ];
    const calls = (message.tool_calls ?? []).map(({ id }): Block => ["call", id]);
    return [...texts.filter(([, text]) => text !== ""), ...calls];
  }
  const at = { text: 0, reasoning: 0 };
  const blocks = layout.map((block): Block => {
    if (block.type === "call") return ["call", block.toolCallId];
    const from = at[block.type];
    at[block.type] += block.length;
    const whole = block.type === "text" ? message.content : reasoning;
    return [block.type, whole.slice(from, from + block.length)];
  });
  return joined(blocks);
}

/** Neighbours of one kind are one block: a page shows them so. */
function joined(blocks: readonly Block[]): Block[] {
  const all: Block[] = [];
  for (const [kind, text] of blocks) {
    const last = all.at(-1);
    if (last?.[0] === kind && kind !== "call") all.splice(-1, 1, [kind, last[1] + text]);
    else all.push([kind, text]);
  }
  return all;
}
