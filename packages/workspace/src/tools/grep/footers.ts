import { MAX_COUNTED, type MatchPage } from "./match-page.ts";

interface MatchFooter {
  readonly page: Pick<MatchPage, "shown" | "total" | "files">;
  readonly query: { readonly offset: number };
  readonly timedOut: boolean;
}

/** What is said when not all matches are shown, with how to see the next ones. */
export function matchFooter({ page, query: { offset }, timedOut }: MatchFooter): readonly string[] {
  const isCapped = timedOut || page.total >= MAX_COUNTED;
  const total = Math.min(page.total, MAX_COUNTED) + (isCapped ? "+" : "");
  const of = `${total} matches in ${page.files}${isCapped ? "+" : ""} ${page.files === 1 && !isCapped ? "file" : "files"}`;
  return footer({ shown: page.shown, total: page.total, offset, isCapped }, of);
}

/** How much of a list is shown. */
export interface ListFooter {
  readonly shown: number;
  readonly total: number;
  readonly offset: number;
  /** There may be more than were counted. */
  readonly isCapped: boolean;
}

/** The same for files. */
export function countFooter(list: ListFooter): readonly string[] {
  return footer(list, `${list.total}${list.isCapped ? "+" : ""} files`);
}

function footer({ shown, total, offset, isCapped }: ListFooter, of: string): readonly string[] {
  if (shown === 0) return [`[offset ${offset} is past the end: ${of}]`];
  const next = offset + shown;
  const isLast = next >= total && !isCapped;
  if (isLast && offset === 0) return [];
  const range = offset === 0 ? `${shown}` : `${offset + 1}-${next}`;
  if (isLast) return [`[${range} of ${of}]`];
  return [`[${range} of ${of}; next: offset=${next}, or narrow with path/glob]`];
}
