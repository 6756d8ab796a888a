import type { CommandEntry, OptionValue } from "./command-table.ts";

/** A branch of `case`, which compares whole texts. */
export interface CaseBranch {
  readonly when: readonly string[];
  readonly run: string;
}

/** A text as one word of bash and zsh. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The places of all commands as a pattern of `case`. */
export function placesIn(table: readonly CommandEntry[]): string {
  return table.flatMap(({ place }) => (place === "" ? [] : [place])).join("|");
}

/** Branches as lines. */
export function caseLines(branches: readonly CaseBranch[]): string {
  return branches.map(({ when, run }) => `    ${when.map(quoted).join("|")}) ${run} ;;`).join("\n");
}

/** What completes the value of an option, by the place of its command and its name. */
export function valueBranches(table: readonly CommandEntry[], line: (value: OptionValue) => string): string {
  const branches = table.flatMap(({ place, options }) =>
    options.flatMap(({ names, value }) =>
      value === undefined ? [] : [{ when: names.map((name) => `${place} ${name}`), run: line(value) }],
    ),
  );
  return caseLines(branches);
}
