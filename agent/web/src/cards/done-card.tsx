import type { ToolCallMessagePartProps } from "@assistant-ui/react";
import { spelledOut, textIn } from "@toolwright/view/internal";
import { ToolCard } from "./frame/tool-card.tsx";
import { LongText } from "./long-text.tsx";

/** `done`: what the agent says when it ends the run. */
export function DoneCard(call: ToolCallMessagePartProps) {
  const message = textIn(call.args, "message") ?? "";
  const answer = typeof call.result === "string" && call.result !== message ? call.result : "";
  return (
    <ToolCard call={call} isOpenWhenDone>
      {message === "" ? null : <LongText text={message} className="tw-text tw-said" />}
      {answer === "" ? null : (
        <p className="tw-note" dir="auto">
          {spelledOut(answer.slice(0, 2_000))}
        </p>
      )}
    </ToolCard>
  );
}
