import type { ToolCallMessagePartProps } from "@assistant-ui/react";
import { listIn, numberIn, textIn } from "@toolwright/view/internal";
import { useMemo } from "react";
import { cardsTexts } from "../words/cards.ts";
import { CallArguments } from "./frame/call-arguments.tsx";
import { ToolCard } from "./frame/tool-card.tsx";
import { readBlocks } from "./lines/code-block.ts";
import { CodeView } from "./lines/code-view.tsx";
import { resultParts } from "./result-parts.ts";

/** `read` and `tool_output_cache`: lines with their numbers, file by file. */
export function ReadCard(call: ToolCallMessagePartProps) {
  const { args, result, isError } = call;
  const text = useMemo(() => (isError === true ? "" : resultParts(result).text), [result, isError]);
  const blocks = useMemo(() => (text === "" ? [] : readBlocks(text)), [text]);
  const lines = blocks.flatMap((block) => block.lines).filter(({ kind }) => kind === "context").length;
  return (
    <ToolCard call={call} about={about(args)} facts={lines === 0 ? [] : [cardsTexts.lineCount(lines)]}>
      {blocks.length === 0 ? <CallArguments call={call} /> : <CodeView blocks={blocks} />}
    </ToolCard>
  );
}

function about(args: unknown): string {
  const paths = listIn(args, "file_paths").filter((path) => typeof path === "string");
  const named = paths.length === 0 ? (textIn(args, "file_path") ?? textIn(args, "ref_id") ?? "") : paths.join(", ");
  const offset = numberIn(args, "offset");
  return offset === undefined ? named : cardsTexts.fromLine(named, offset);
}
