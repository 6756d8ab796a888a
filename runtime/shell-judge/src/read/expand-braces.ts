/** More alternatives than this are not looked at. */
export const MAX_WORDS = 256;

/** What a word with `{a,b}` stands for, at most 256 words. Braces without a comma stay as they are. */
export function expandBraces(pattern: string): readonly string[] {
  const done: string[] = [];
  const waiting = [pattern];
  for (let word = waiting.pop(); word !== undefined && done.length < MAX_WORDS; word = waiting.pop()) {
    const group = innermostGroup(word);
    if (group === undefined) done.push(word);
    // The last one put in is the next one taken out: so the words keep their order.
    else
      for (const choice of group.choices.slice(0, MAX_WORDS).reverse())
        waiting.push(group.before + choice + group.after);
  }
  return done;
}

interface Group {
  readonly before: string;
  readonly choices: readonly string[];
  readonly after: string;
}

/** The first group that holds no other. */
function innermostGroup(word: string): Group | undefined {
  const match = /^((?:[^\\]|\\.)*?)\{((?:[^\\{},]|\\.)*(?:,(?:[^\\{},]|\\.)*)+)\}/s.exec(word.slice(0, 4_096));
  if (match === null) return undefined;
  const [all, before = "", inside = ""] = match;
  return { before, choices: inside.split(/(?<!\\),/), after: word.slice(all.length) };
}
