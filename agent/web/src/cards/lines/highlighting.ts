import { createContext, use, useEffect, useState } from "react";

/** A piece of code of one kind: a word of the language, a text, a number, a name, a note; empty for all else. */
export interface CodeToken {
  readonly text: string;
  readonly kind: "" | "word" | "text" | "number" | "name" | "note";
}

export type CodeLines = readonly (readonly CodeToken[])[];

/** What gives code its colours. */
export interface Highlighter {
  /**
   * Line by line, joined the code itself; undefined where the language is not known, or the code too much. Never
   * rejects.
   */
  highlight(code: string, language: string): Promise<CodeLines | undefined>;
}

/** Undefined in an app that has none: code is plain there. */
export const HighlighterContext = createContext<Highlighter | undefined>(undefined);

/** The colours of a code as soon as they are there; those of its beginning while it grows. */
export function useHighlighted(code: string, language: string | undefined): CodeLines | undefined {
  const highlighter = use(HighlighterContext);
  const [known, setKnown] = useState<{ readonly code: string; readonly lines: CodeLines | undefined }>();
  useEffect(() => {
    if (highlighter === undefined || language === undefined || code === "") return;
    let isWanted = true;
    // What still grows is not sent for every letter.
    const timer = setTimeout(async () => {
      const lines = await highlighter.highlight(code, language);
      if (isWanted) setKnown({ code, lines });
    }, GROWS_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [highlighter, code, language]);
  if (known?.lines === undefined) return undefined;
  if (known.code === code) return known.lines;
  // The last line may go on.
  return code.startsWith(known.code) ? known.lines.slice(0, -1) : undefined;
}

/** Milliseconds for which a code has to stay as it is. */
const GROWS_MS = 120;

/** The language of a file by its name; undefined where it tells none. */
export function languageOf(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  if (name === "dockerfile" || name === "makefile") return name;
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? undefined : name.slice(dot + 1);
}
