import type { ServerResponse } from "node:http";
import type { Json } from "@toolwright/core";
import { events } from "./scripted-server.ts";

/** An answer of Anthropic's messages with these blocks, each whole: as a server would stream it. */
export function anthropicBlocks(
  blocks: readonly (readonly [block: Json, ...deltas: Json[]])[],
  reason = "end_turn",
  usage: Json = { input_tokens: 11, output_tokens: 1 },
  written = 9,
): (response: ServerResponse) => void {
  const about = { id: "m", type: "message", role: "assistant", model: "claude-test-2", content: [], stop_reason: null };
  return events(
    { type: "message_start", message: { ...about, usage } },
    ...blocks.flatMap(([content_block, ...deltas], index): Json[] => [
      { type: "content_block_start", index, content_block },
      ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: written } },
    { type: "message_stop" },
  );
}

export function textBlock(text: string): [Json, Json] {
  return [
    { type: "text", text: "" },
    { type: "text_delta", text },
  ];
}

export function callBlock(id: string, name: string, input: Json, type = "tool_use"): [Json, Json] {
  return [
    { type, id, name, input: {} },
    { type: "input_json_delta", partial_json: JSON.stringify(input) },
  ];
}
