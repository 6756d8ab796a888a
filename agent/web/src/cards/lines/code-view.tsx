import { cardsTexts } from "../../words/cards.ts";
import type { CodeBlock } from "./code-block.ts";
import { languageOf } from "./highlighting.ts";
import { LinesView } from "./lines-view.tsx";

interface CodeViewProps {
  readonly blocks: readonly CodeBlock[];
  /** A text to mark in the lines that match. */
  readonly mark?: { readonly text: string; readonly ignoresCase: boolean } | undefined;
}

/** Files of one answer that are shown. */
const MOST_FILES = 100;

/** Lines of files, each file under its name. */
export function CodeView({ blocks, mark }: CodeViewProps) {
  return (
    <>
      {blocks.slice(0, MOST_FILES).map((block, place) => (
        <figure className="tw-code" key={keyOf(block, place)}>
          {block.path === "" ? null : <figcaption>{block.path.slice(0, 1_000)}</figcaption>}
          {block.lines.length === 0 ? null : (
            <LinesView lines={block.lines} mark={mark} language={languageOf(block.path)} />
          )}
        </figure>
      ))}
      {blocks.length > MOST_FILES ? (
        <p className="tw-note">{cardsTexts.moreFiles(blocks.length - MOST_FILES)}</p>
      ) : null}
    </>
  );
}

function keyOf({ path }: CodeBlock, place: number): string {
  return `${place} ${path}`;
}
