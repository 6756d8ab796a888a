import type { ToolCallMessagePartProps } from "@assistant-ui/react";
import { durationText, fieldIn, listIn, numberIn, spelledOnOneLine, textIn } from "@toolwright/view/internal";
import { cardsTexts } from "../words/cards.ts";
import { ToolCard } from "./frame/tool-card.tsx";
import { useInnerCalls } from "./frame/use-call-notes.ts";
import { LongText } from "./long-text.tsx";
import { resultParts } from "./result-parts.ts";

/** `agent`: the task of a sub-agent, what it does while it works, and its report. */
export function AgentCard(call: ToolCallMessagePartProps) {
  const { args, result, isError } = call;
  const type = textIn(args, "type");
  const facts = [
    ...(type === undefined ? [] : [type]),
    ...(fieldIn(args, "background") === true ? [cardsTexts.inBackground] : []),
  ];
  const report = isError === true ? "" : resultParts(result).text;
  return (
    <ToolCard call={call} about={textIn(args, "description")} facts={facts}>
      <Task prompt={textIn(args, "prompt") ?? ""} />
      <Work call={call} />
      {report === "" ? null : (
        <div className="tw-result">
          <LongText text={report} />
        </div>
      )}
    </ToolCard>
  );
}

function Task({ prompt }: { readonly prompt: string }) {
  if (prompt === "") return null;
  return (
    <div className="tw-task">
      <p className="tw-note">{cardsTexts.task}</p>
      <LongText text={prompt} />
    </div>
  );
}

/** Calls of a sub-agent that are listed: as many as the tool tells. */
const MOST = 200;

function Work({ call }: { readonly call: ToolCallMessagePartProps }) {
  const inner = useInnerCalls(call.toolCallId);
  // Told as they were made, they are cards of their own below.
  if (inner.length > 0) return null;
  const calls = listIn(call.artifact, "calls").slice(0, MOST);
  if (calls.length === 0) return null;
  const more = (numberIn(call.artifact, "callCount") ?? 0) - calls.length;
  return (
    <>
      <ol className="tw-agent-calls" aria-label={cardsTexts.agentCalls}>
        {calls.map((inner, place) => (
          <InnerCall key={keyOf(inner, place)} inner={inner} />
        ))}
      </ol>
      {more > 0 ? <p className="tw-note">{cardsTexts.moreCalls(more)}</p> : null}
    </>
  );
}

function InnerCall({ inner }: { readonly inner: unknown }) {
  const durationMs = numberIn(inner, "durationMs");
  const isError = fieldIn(inner, "isError") === true;
  return (
    <li data-error={isError}>
      <span className="tw-card-name">{spelledOnOneLine((textIn(inner, "toolName") ?? "").slice(0, 100))}</span>{" "}
      <code dir="ltr">{spelledOnOneLine((textIn(inner, "arguments") ?? "").slice(0, 300))}</code>{" "}
      <span className="tw-card-fact">
        {isError ? `${cardsTexts.callFailed} ` : ""}
        {durationMs === undefined ? "" : durationText(durationMs)}
      </span>
    </li>
  );
}

function keyOf(inner: unknown, place: number): string {
  return `${place} ${textIn(inner, "toolName") ?? ""}`;
}
