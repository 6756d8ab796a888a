/** A line of a diff. */
export interface DiffLine {
  /** `gap`: lines between two places are not shown. */
  readonly kind: "context" | "added" | "removed" | "gap";
  readonly text: string;
}
