import { type EventType, isLive } from "@toolwright/core";
import { expect, it } from "vitest";
import { isStored } from "./is-stored.ts";

/** All of them but `tool_call_running`, of which the data decide, too. */
const TYPES: Record<Exclude<EventType, "tool_call_running">, true> = {
  run_start: true,
  step_start: true,
  text_delta: true,
  reasoning_delta: true,
  tool_call_delta: true,
  model_reading: true,
  model_retrying: true,
  tool_output_chunk: true,
  tool_call_start: true,
  call_reviewed: true,
  approval_request: true,
  approval_decision: true,
  tool_call_end: true,
  async_result: true,
  warning: true,
  error: true,
  compacted: true,
  steered: true,
  steer_queue: true,
  assistant_message: true,
  step_end: true,
  done: true,
};

it.each(Object.keys(TYPES) as EventType[])("%s is stored here where core stores it", (type) => {
  expect(isStored({ type, data: {} })).toBe(!isLive(type));
});

it("that a tool began to run is stored where its call had to wait", () => {
  expect([{}, { waitedMs: 0 }, { waitedMs: 1 }].map((data) => isStored({ type: "tool_call_running", data }))).toEqual([
    false,
    false,
    true,
  ]);
});
