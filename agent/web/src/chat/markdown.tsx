import type { TextMessagePartProps } from "@assistant-ui/react";
import { Suspense } from "react";
import { later } from "../base/later.ts";
import { LongText } from "./long-text.tsx";

const MarkdownText = later(async () => (await import("./markdown-text.tsx")).MarkdownText);

/** Text of the agent: as it was written until what reads Markdown is there. */
export function Markdown({ text }: TextMessagePartProps) {
  return (
    <Suspense fallback={<LongText text={text} />}>
      <MarkdownText text={text} />
    </Suspense>
  );
}
