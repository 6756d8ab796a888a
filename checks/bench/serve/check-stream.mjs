import { deepStrictEqual } from "node:assert/strict";

/** Throws unless a stream told every event of its journal, once and in order. */
export function checkStream(told, events, calls) {
  const wanted = Array.from({ length: calls }, (_, index) => `call-${index + 1}`);
  const ids = (type) => events.filter((event) => event.type === type).map(({ data }) => data.toolCallId);
  deepStrictEqual(ids("tool_call_start"), wanted, "calls in the journal");
  deepStrictEqual(ids("tool_call_end"), wanted, "results in the journal");
  deepStrictEqual(told.calls, wanted, "calls in the stream");
  deepStrictEqual(told.outputs, wanted, "live output in the stream");
  deepStrictEqual(told.results, wanted, "results in the stream");
  deepStrictEqual([told.text, told.finishes], ["That was all.", 1], "the end of the stream");
  deepStrictEqual(
    told.seqs,
    events.map(({ seq }) => seq),
    "numbers of events",
  );
}
