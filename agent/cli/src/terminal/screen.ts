import type { Styles } from "./styles.ts";

/** Where a run is shown to a person. */
export interface Screen {
  readonly styles: Styles;
  /** Its last rows are drawn, and what is asked about stands there in full. */
  readonly isDrawn: boolean;
  /** Characters a line may take. */
  readonly width: number;
  /** Goes on with the line under way; `text` must be printable already. */
  write(text: string): void;
  /** Writes a line of its own; `text` must be printable already. */
  line(text?: string): void;
  /**
   * The same of words for people, which go on in a further line where one is too narrow. Nothing that is copied or must
   * be seen exactly.
   */
  words(text: string): void;
  /** Ends the line under way, if there is one. */
  startLine(): void;
  /** Says what is waited for, until something else is written. */
  status(text: string): void;
  /**
   * Shows a line that is still being written, until it is shown anew or something else is written, where that can be
   * done; `text` must be printable already, and fit.
   */
  unfinished(text: string): void;
  /** Markdown as lines of at most so many characters; as it was written where nothing is drawn. */
  rendered(markdown: string, width: number): readonly string[];
  /** A piece of what a model says, as it came. */
  say(kind: "text" | "reasoning", delta: string): void;
}

/** What prints whole lines. */
export type Lines = Pick<Screen, "styles" | "isDrawn" | "width" | "line" | "words">;
