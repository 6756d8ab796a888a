/** A line of a diff. */
export interface DiffLine {
  /** `gap`: lines between two places are not shown. `note`: no line, but said about one. */
  readonly kind: "context" | "added" | "removed" | "gap" | "note";
  readonly text: string;
}
