import { spelledOut } from "@toolwright/view/internal";
import { type CSSProperties, Fragment, memo } from "react";
import type { Look } from "./sgr.ts";
import { isForTerminal, type TerminalPiece, terminalLines } from "./terminal-lines.ts";

/** Pieces of their own look that are drawn; what comes before them is drawn plain. */
const MOST_PIECES = 5_000;

/** What a program wrote, as a terminal shows it: its colours, and lines that were written over. */
export const TerminalText = memo(({ text }: { readonly text: string }) => {
  if (!isForTerminal(text)) return spelledOut(text);
  const lines = terminalLines(text);
  const count = lines.reduce((sum, line) => sum + line.length, 0);
  if (count > MOST_PIECES + lines.length) return spelledOut(plain(lines));
  return lines.map((line, place) => (
    <Fragment key={keyOf(line, place)}>
      {place === 0 ? null : "\n"}
      {line.map((piece, at) => (
        <Piece key={keyOf(line, at)} piece={piece} />
      ))}
    </Fragment>
  ));
});

function plain(lines: readonly (readonly TerminalPiece[])[]): string {
  return lines.map((line) => line.map(({ text }) => text).join("")).join("\n");
}

/** What arrives comes to the end, so that its place names it. */
function keyOf(line: readonly TerminalPiece[], place: number): string {
  return `${place} of ${line.length === 0 ? "none" : "some"}`;
}

function Piece({ piece: { text, look } }: { readonly piece: TerminalPiece }) {
  const names = classNames(look);
  const style = colours(look);
  if (names === "" && style === undefined) return spelledOut(text);
  return (
    <span className={names} style={style}>
      {spelledOut(text)}
    </span>
  );
}

function colours({ front, back, inverse }: Look): CSSProperties | undefined {
  const [above, below] = inverse ? [back, front] : [front, back];
  if (below === undefined) return above === undefined ? undefined : { color: ansi(above) };
  // A colour behind needs letters that stand out from it.
  return { color: above === undefined ? "var(--tw-page)" : ansi(above), background: ansi(below) };
}

function ansi(colour: number): string {
  return `var(--tw-ansi-${colour})`;
}

function classNames({ front, bold, dim, italic, underline, inverse }: Look): string {
  const names = [
    bold ? "tw-bold" : "",
    dim ? "tw-dim" : "",
    italic ? "tw-italic" : "",
    underline ? "tw-underline" : "",
    inverse && front === undefined ? "tw-inverse" : "",
  ];
  return names.filter((name) => name !== "").join(" ");
}
