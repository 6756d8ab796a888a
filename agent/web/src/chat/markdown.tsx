import { type TextMessagePartProps, useAuiState } from "@assistant-ui/react";
import { Suspense, use } from "react";
import { later } from "../base/later.ts";
import { IsPast } from "./is-past.ts";
import { LongText } from "./long-text.tsx";

const MarkdownText = later(async () => (await import("./markdown-text.tsx")).MarkdownText);

/** Text of the agent: as it was written until what reads Markdown is there. */
export function Markdown({ text }: TextMessagePartProps) {
  const isLast = useAuiState((s) => s.message.isLast);
  const isPast = use(IsPast);
  return (
    <Suspense fallback={<LongText text={text} />}>
      <MarkdownText text={text} isSettled={isPast || !isLast} />
    </Suspense>
  );
}
