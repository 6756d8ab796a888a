import type { ToolCallMessagePartProps } from "@assistant-ui/react";
import { fieldIn, numberIn, textIn } from "@toolwright/view/internal";
import { useMemo } from "react";
import { cardsTexts } from "../words/cards.ts";
import { CallArguments } from "./frame/call-arguments.tsx";
import { ToolCard } from "./frame/tool-card.tsx";
import { useCallNote } from "./frame/use-call-notes.ts";
import { type CodeBlock, grepBlocks } from "./lines/code-block.ts";
import { CodeView } from "./lines/code-view.tsx";
import { LongText } from "./long-text.tsx";
import { resultParts } from "./result-parts.ts";

/** `grep`, `glob`, `ls` and the search in cached output: what was found, with the lines that match marked. */
export function SearchCard(call: ToolCallMessagePartProps) {
  const { args, result, isError } = call;
  const text = useMemo(() => (isError === true ? "" : resultParts(result).text), [result, isError]);
  const matches = numberIn(call.artifact, "matches");
  const facts = matches === undefined ? [] : [cardsTexts.matchCount(matches)];
  return (
    <ToolCard call={call} about={about(args)} facts={facts}>
      {text === "" ? <Sought call={call} /> : <Found text={text} args={args} />}
    </ToolCard>
  );
}

function Sought({ call }: { readonly call: ToolCallMessagePartProps }) {
  const output = useCallNote(call.toolCallId, "output");
  return (
    <>
      <CallArguments call={call} />
      {output === "" ? null : <LongText text={output} className="tw-text tw-live" />}
    </>
  );
}

function Found({ text, args }: { readonly text: string; readonly args: unknown }) {
  const blocks = useMemo(() => grepBlocks(text), [text]);
  const mark = useMemo(() => plainPattern(args), [args]);
  if (!hasLines(blocks)) return <LongText text={text} className="tw-text tw-live" />;
  return <CodeView blocks={blocks} mark={mark} />;
}

function hasLines(blocks: readonly CodeBlock[]): boolean {
  return blocks.some(({ lines }) => lines.some(({ kind }) => kind === "match"));
}

/**
 * The pattern where it is a plain text; undefined for a regular expression, which could keep a browser busy for ever.
 */
function plainPattern(args: unknown): { readonly text: string; readonly ignoresCase: boolean } | undefined {
  const text = textIn(args, "pattern");
  if (text === undefined || text === "") return undefined;
  if (fieldIn(args, "fixed") !== true && /[\\^$.|?*+()[\]{}]/.test(text)) return undefined;
  return { text, ignoresCase: fieldIn(args, "ignore_case") === true };
}

function about(args: unknown): string {
  const pattern = textIn(args, "pattern");
  const where = textIn(args, "path") ?? textIn(args, "ref_id");
  if (pattern === undefined) return where ?? "";
  return where === undefined ? pattern : cardsTexts.patternIn(pattern, where);
}
