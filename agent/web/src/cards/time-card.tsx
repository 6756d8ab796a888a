import type { ToolCallMessagePartProps } from "@assistant-ui/react";
import { textIn } from "@toolwright/view/internal";
import { ToolCard } from "./frame/tool-card.tsx";

/** `get_current_time`: the time in its line. */
export function TimeCard(call: ToolCallMessagePartProps) {
  const now = textIn(call.result, "now");
  const zone = textIn(call.result, "timezone") ?? textIn(call.args, "timezone") ?? "";
  return <ToolCard call={call} about={now === undefined ? zone : `${now} ${zone}`} />;
}
