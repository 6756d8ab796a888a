/** What to look for and what to put there; both with `\n` line breaks. */
export interface EditStrings {
  readonly oldText: string;
  readonly newText: string;
}
