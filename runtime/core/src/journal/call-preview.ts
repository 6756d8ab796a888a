/** What a call would do, as far as its tool can tell: what a person sees who is asked about it. Secrets are masked. */
export type CallPreview = {
  /** The files that it would change. */
  readonly files?: readonly PreviewedFile[];
  /** The line that it would run. */
  readonly command?: PreviewedCommand;
  /** The host that it would talk to. */
  readonly host?: string;
};

/** A file before and after a call, as the result will show it. */
export type PreviewedFile = {
  readonly path: string;
  readonly change: "created" | "modified" | "removed" | "moved";
  /** Where a moved file is now. */
  readonly from?: string;
  /** Lines that come and go, of the whole change. */
  readonly added: number;
  readonly removed: number;
  /** Changed lines with unchanged ones around them; `text` has each behind its mark: a blank, `-`, `+` or `\`. */
  readonly hunks: readonly { readonly oldStart: number; readonly newStart: number; readonly text: string }[];
  /** So many lines of the hunks are left out, from their middle. */
  readonly left?: number;
};

/** A shell line. */
export type PreviewedCommand = {
  readonly text: string;
  /** What of it cannot be taken back, where that is known: from which UTF-16 unit to which. */
  readonly marks: readonly (readonly [from: number, to: number])[];
};
