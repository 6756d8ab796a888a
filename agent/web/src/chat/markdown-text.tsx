import { isTooMuch, openPart } from "@toolwright/view/internal";
import {
  Component,
  createContext,
  memo,
  type PropsWithChildren,
  type ReactNode,
  use,
  useMemo,
  useRef,
  useState,
} from "react";
import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { takeFormulas } from "../maths/find-maths.ts";
import { type Chapter, chaptersOf } from "./chapters.ts";
import { useDrawnSoFar } from "./drawn-so-far.ts";
import { LinkDefinitions, NO_DEFINITIONS, withDefinitions } from "./link-definitions.ts";
import { LongText } from "./long-text.tsx";
import { markDiagrams } from "./mark-diagrams.ts";
import { markdownParts } from "./markdown-parts.tsx";
import { placeElements } from "./place-elements.ts";
import { placeFiles } from "./place-files.ts";
import { placeFormulas } from "./place-formulas.ts";
import { shownAddress } from "./safe-address.ts";
import { spellOutProse } from "./spell-out-prose.ts";
import { GrowingBlocks } from "./split-blocks.ts";
import { StillChapter } from "./still-chapter.tsx";
import { useUnrolled } from "./unrolled.ts";

const plugins = [remarkGfm];
/** Characters of one block from which on it is shown as it is: no answer is that long, and no parser has to bear it. */
const LONGEST_BLOCK = 20_000;
/** Characters of a text that are shown as Markdown, more than models write at once; what follows is shown as it is. */
const LONGEST_TEXT = 500_000;

interface MarkdownTextProps {
  readonly text: string;
  /** Whether nothing is written to it any more. */
  readonly isSettled?: boolean;
}

/** Markdown as it grows: a piece that arrives costs no more than the block in which it stands. */
export function MarkdownText({ text, isSettled = false }: MarkdownTextProps) {
  const shown = useUnrolled(text.slice(0, LONGEST_TEXT));
  const hasTooMuch = useIsTooMuch(shown);
  const plain = <LongText text={shown} />;
  return (
    <div className="markdown">
      {hasTooMuch ? (
        plain
      ) : (
        <PlainOnError plain={plain}>
          <Blocks text={shown} isSettled={isSettled && shown.length === Math.min(text.length, LONGEST_TEXT)} />
        </PlainOnError>
      )}
      {shown.length === LONGEST_TEXT ? <LongText text={text.slice(LONGEST_TEXT)} /> : null}
    </div>
  );
}

function Blocks({ text, isSettled }: Required<MarkdownTextProps>) {
  const [growing] = useState(() => new GrowingBlocks());
  const chapters = useRef<readonly Chapter[]>([]);
  const [definitions] = useState(() => new LinkDefinitions());
  const blocks = growing.of(text);
  chapters.current = chaptersOf(blocks, chapters.current);
  const shown = chapters.current.map((chapter) => (
    <ChapterView key={chapter.start} chapter={chapter} isSettled={isSettled} />
  ));
  // A text that is one block defines its links itself.
  const defined = blocks.length < 2 ? NO_DEFINITIONS : definitions.in(blocks);
  return <DefinitionsContext value={defined}>{shown}</DefinitionsContext>;
}

const DefinitionsContext = createContext(NO_DEFINITIONS);

interface ChapterViewProps {
  readonly chapter: Chapter;
  readonly isSettled: boolean;
}

const ChapterView = memo(({ chapter, isSettled }: ChapterViewProps) => (
  <StillChapter of={chapter} isSettled={isSettled}>
    <LiveBlocks of={chapter} />
  </StillChapter>
));

/** The blocks of a chapter that does not stand still: a component, so that one that does keeps nothing of them. */
function LiveBlocks({ of }: { readonly of: Chapter }) {
  return of.blocks.map(({ start, text }) => <Block key={start} text={text} />);
}

function Block({ text }: { readonly text: string }) {
  return <DefinedBlock text={withDefinitions(useDrawnSoFar(text), use(DefinitionsContext))} />;
}

const DefinedBlock = memo(({ text }: { readonly text: string }) => {
  const { text: shown, formulas } = useMemo(() => takeFormulas(text), [text]);
  if (text.length > LONGEST_BLOCK) return <LongText text={text} />;
  return (
    <ReactMarkdown
      remarkPlugins={plugins}
      rehypePlugins={[placeElements, () => placeFormulas(formulas), placeFiles, markDiagrams, spellOutProse]}
      components={markdownParts}
      urlTransform={shownAddress}
    >
      {shown}
    </ReactMarkdown>
  );
});

/** The same of a text that grows: what was looked at before is not looked at again, but for its last part. */
function useIsTooMuch(text: string): boolean {
  const known = useRef({ text: "", open: 0, isTooMuch: false });
  const before = known.current;
  const grows = text.startsWith(before.text);
  if (!grows || !before.isTooMuch) {
    const from = grows ? before.open : 0;
    const part = text.slice(from);
    known.current = { text, open: from + openPart(part), isTooMuch: isTooMuch(part) };
  }
  return known.current.isTooMuch;
}

interface Props extends PropsWithChildren {
  readonly plain: ReactNode;
}

/** Shows `plain` where what is inside cannot be rendered, as a text that is nested thousands deep. */
class PlainOnError extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.plain : this.props.children;
  }
}
