import { spelledOut } from "@toolwright/view/internal";
import { useHighlighted } from "../cards/lines/highlighting.ts";
import { CopyButton } from "./copy-button.tsx";

/** Code of an answer, in its colours once they are there, with a button that copies it. */
export function CodeBlock({ text, language }: { readonly text: string; readonly language: string | undefined }) {
  const lines = useHighlighted(text, language);
  const known =
    lines?.reduce((length, line) => length + line.reduce((sum, token) => sum + token.text.length, 1), -1) ?? 0;
  return (
    <div className="code-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard too. */}
      <pre dir="ltr" tabIndex={0}>
        <code>
          {lines?.map((line, place) => (
            <CodeLine key={keyOf(line, place)} line={line} isFirst={place === 0} />
          ))}
          {lines === undefined ? text : text.slice(known)}
        </code>
      </pre>
      {language === undefined ? null : <span className="code-language">{spelledOut(language.slice(0, 30))}</span>}
      <CopyButton label="Copy code" text={() => text} />
    </div>
  );
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
