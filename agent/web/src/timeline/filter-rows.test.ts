import type { TimelineEvent } from "@toolwright/view/internal";
import { describe, expect, it } from "vitest";
import { FILTER_KINDS, type FilterKind, filterRows } from "./filter-rows.ts";
import { timelineRows } from "./timeline-rows.ts";

const event = (seq: number, type: string, data: object = {}): TimelineEvent => ({
  seq,
  id: `e${seq}`,
  time: seq,
  runId: seq < 10 ? "r" : "s",
  type,
  data: { ...data },
});

const rows = timelineRows([
  event(1, "run_start", { model: "m" }),
  event(2, "step_start", { step: 0 }),
  event(3, "assistant_message", { finishReason: "tool_calls" }),
  event(4, "tool_call_start", { toolCallId: "a", toolName: "read", arguments: { path: "Notes.md" } }),
  event(5, "approval_request", { toolCallId: "a", approvalId: "q" }),
  event(6, "step_start", { step: 1 }),
  event(10, "run_start", {}),
  event(11, "warning", { message: "history" }),
]);
const all = new Set<FilterKind>(FILTER_KINDS);
const labels = (kinds: ReadonlySet<FilterKind>, text = "") =>
  filterRows(rows, { kinds, text }).map(({ label }) => label);

describe("filterRows", () => {
  it("leaves all rows as they are without a filter", () => {
    expect(filterRows(rows, { kinds: all, text: " " })).toBe(rows);
  });

  it("keeps what fits, and what it stands in", () => {
    expect(labels(new Set(["approvals"]))).toEqual(["Run", "Step 1", "read", "Question"]);
    expect(labels(new Set(["problems"]))).toEqual(["Run", "Warning"]);
    expect(labels(new Set(["model", "tools"]))).toEqual(["Run", "Step 1", "Model", "read", "Step 2", "Model"]);
  });

  it("looks for a text in names and data, whatever its case", () => {
    expect(labels(all, "NOTES")).toEqual(["Run", "Step 1", "read"]);
    expect(labels(all, "tool_calls")).toEqual(["Run", "Step 1", "Model"]);
    expect(labels(new Set(["problems"]), "notes")).toEqual([]);
    expect(labels(new Set())).toEqual([]);
  });
});
