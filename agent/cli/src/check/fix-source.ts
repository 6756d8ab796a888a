/** A text of a program that is to become another one. */
export interface TextFix {
  readonly from: string;
  readonly to: string;
}

/** The program with other texts in it, and which ones these are. */
export interface FixedSource<F extends TextFix> {
  readonly source: string;
  readonly fixed: readonly F[];
}

/** Writes other texts into a program, where each of them stands exactly once, as one literal. */
export function fixSource<F extends TextFix>(source: string, fixes: readonly F[]): FixedSource<F> {
  let written = source;
  const fixed = fixes.filter(({ from, to }) => {
    const forms = FORMS.filter((form) => written.includes(form(from)));
    const [form] = forms;
    if (form === undefined || forms.length > 1 || written.split(form(from)).length !== 2) return false;
    written = written.replace(form(from), () => form(to));
    return true;
  });
  return { source: written, fixed };
}

/** How a text stands in a program: between two, one, or slanting marks. */
const FORMS: readonly ((text: string) => string)[] = [
  (text) => JSON.stringify(text),
  (text) => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`,
  (text) => `\`${text.replaceAll("\\", "\\\\").replaceAll("`", "\\`").replaceAll("${", "\\${")}\``,
];
