/**
 * Other spellings under which a file may be stored: composed and decomposed accents, a curly apostrophe for a straight one,
 * and the narrow no-break space (U+202F) that macOS puts before AM and PM. Without the path itself.
 */
export function pathVariants(path: string): readonly string[] {
  const forms = [path, path.normalize("NFC"), path.normalize("NFD")];
  const quotes = forms.flatMap((form) => [form, form.replaceAll("'", "\u2019")]);
  const spaces = quotes.flatMap((form) => [form, form.replace(/ (?=[AP]M\b)/gu, "\u202F")]);
  const variants = new Set(spaces);
  variants.delete(path);
  return [...variants];
}
