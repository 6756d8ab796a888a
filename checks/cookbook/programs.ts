const PROGRAM = new RegExp(
  [
    /^## (.+)$/,
    /^```(tsx?)\n(\/\/ run\b[^\n]*\n[\s\S]*?)^```\n+^```text\n([\s\S]*?)^```$(?:\n+^<!-- stderr\n([\s\S]*?)^-->$)?/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gm",
);

/** A program of a page, with what it prints. */
export interface PageProgram {
  readonly file: string;
  readonly code: string;
  readonly expected: string;
  /** What it tells the log. */
  readonly told: string;
  readonly needsDatabase: boolean;
}

/** The programs of a page that run, each under the name of its heading. */
export function programsIn(page: string): PageProgram[] {
  let heading = "";
  const programs: PageProgram[] = [];
  for (const [, title, language, code = "", expected = "", told = ""] of page.matchAll(PROGRAM)) {
    if (title !== undefined) heading = title.toLowerCase().replaceAll(/\W+/g, "-");
    else
      programs.push({ file: `${heading}.${language}`, code, expected, told, needsDatabase: /DATABASE_URL/.test(code) });
  }
  return programs;
}

/** Where a program overrules the compiler: a cast, `any`, a `!`, a suppression. */
export function shortcutsIn(code: string): string[] {
  const withoutTexts = code
    .replaceAll(/\/\/ (?!@).*$/gm, "")
    .replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""')
    .replaceAll(/import \{[^}]*\} from/g, "import {} from");
  const shortcut = /\bas (?!const\b)\w+|\bany\b|\w!(?=[.,;)\]])|@ts-\w+/g;
  return [...withoutTexts.matchAll(shortcut)].map(([found]) => found);
}
