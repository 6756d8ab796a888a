import { spelledOut } from "@toolwright/view/internal";
import { type ReactNode, useState } from "react";
import { saveFile } from "../base/save-file.ts";
import { useHighlighted } from "../cards/lines/highlighting.ts";
import { endingOf, knownLanguage } from "../highlight/language-names.ts";
import { Icon } from "../icons/icon.tsx";
import { chatTexts } from "../words/chat.ts";
import { CopyButton } from "./copy-button.tsx";

/** Characters from which on a line may be wider than an answer. */
const WIDE = 60;

interface CodeBlockProps {
  readonly text: string;
  readonly language: string | undefined;
  /** Buttons that stand before its own. */
  readonly tools?: ReactNode;
}

/** Code of an answer, in its colours once they are there, with buttons that wrap its lines, save it and copy it. */
export function CodeBlock({ text, language, tools }: CodeBlockProps) {
  const lines = useHighlighted(text, language);
  const hasColours = text !== "" && language !== undefined && knownLanguage(language) !== undefined;
  const [isWrapped, setWrapped] = useState(false);
  const known =
    lines?.reduce((length, line) => length + line.reduce((sum, token) => sum + token.text.length, 1), -1) ?? 0;
  return (
    <div className="code-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard too. */}
      <pre dir="ltr" tabIndex={0} data-wrap={isWrapped}>
        <code data-waits={lines === undefined && hasColours ? true : undefined}>
          {lines?.map((line, place) => (
            <CodeLine key={keyOf(line, place)} line={line} isFirst={place === 0} />
          ))}
          {lines === undefined ? text : text.slice(known)}
        </code>
      </pre>
      <div className="code-tools">
        {language === undefined ? null : <span className="code-language">{spelledOut(language.slice(0, 30))}</span>}
        {tools}
        {text.split("\n").some((line) => line.length > WIDE) ? (
          <button
            type="button"
            className="quiet"
            aria-label={chatTexts.wrap}
            title={chatTexts.wrap}
            aria-pressed={isWrapped}
            onClick={() => setWrapped(!isWrapped)}
          >
            <Icon name="wrap" />
          </button>
        ) : null}
        <button
          type="button"
          className="quiet"
          aria-label={chatTexts.saveCode}
          title={chatTexts.saveCode}
          onClick={() => save(text, language)}
        >
          <Icon name="save" />
        </button>
        <CopyButton label={chatTexts.copyCode} text={() => text} />
      </div>
    </div>
  );
}

function save(text: string, language: string | undefined): void {
  saveFile(new Blob([text]), `code.${endingOf(language ?? "")}`);
}

type CodeTokens = NonNullable<ReturnType<typeof useHighlighted>>[number];

/** What arrives comes to the end, so that its place names it. */
function keyOf(line: CodeTokens, place: number): string {
  return `${place} ${line.length === 0 ? "empty" : "full"}`;
}

function CodeLine({ line, isFirst }: { readonly line: CodeTokens; readonly isFirst: boolean }) {
  return (
    <>
      {isFirst ? "" : "\n"}
      {line.map(({ text, kind }, place) => {
        const key = `${place} ${kind}`;
        return kind === "" ? (
          text
        ) : (
          <span key={key} className={`tw-code-${kind}`}>
            {text}
          </span>
        );
      })}
    </>
  );
}
