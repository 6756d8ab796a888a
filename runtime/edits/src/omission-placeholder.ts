/**
 * The 1-based number of the first new line that stands for code left out (`// ... rest of code`,
 * `# existing code unchanged`). Lines that were in the old content do not count.
 */
export function findOmissionPlaceholder(content: string, oldContent: string): number | undefined {
  let known: Set<string> | undefined;
  for (const [index, line] of content.split("\n").entries()) {
    const trimmed = line.trim();
    if (!looksLikePlaceholder(trimmed)) continue;
    known ??= new Set(oldContent.split("\n").map((old) => old.trim()));
    if (!known.has(trimmed)) return index + 1;
  }
  return undefined;
}

/** Longer lines are code or prose, not a placeholder (characters). */
const MAX_LINE = 160;

/** The start of a comment, and brackets around the phrase. */
const LEADER = /^(?:\/\/+|\/\*+|#+|--|<!--|;+|%+|\{\/\*|\(|\[|"""|''')?\s*[([]?/;

/** What may stand behind it. */
const TRAILER = /\)?\s*(?:\*\/\}?|-->|\)|\]|"""|''')?$/;

const THING =
  "(?:code|file|function|method|class|implementation|content|contents|module|script|logic|imports|component|tests?|body|section)";

/** Says that something is left out; enough with dots beside it. */
const HINT = new RegExp(
  `\\b(?:rest of|remaining|remainder of|existing|unchanged|omitted|previous ${THING}|same as (?:before|above)|other (?:${THING}|methods|functions)|no changes? (?:here|needed)|stays? the same|remains? (?:the same|as))\\b`,
  "i",
);

/** Says it completely; enough as a whole comment. */
const COMPLETE = new RegExp(
  `^(?:\\w+ )?(?:the )?(?:rest of (?:the |your |this )?(?:\\w+ )?${THING}|(?:all )?(?:existing|remaining|unchanged|previous|original) ${THING}|rest|${THING})(?: (?:is|are|remains?|stays?|here|goes here|unchanged|omitted|the same|as before|as is|for brevity|continues))*$`,
  "i",
);

const LEFT_OUT = /\b(?:unchanged|omitted|same|as before|as is|here|brevity|rest of|continues)\b/i;

function looksLikePlaceholder(line: string): boolean {
  // A doc comment describes what is there.
  if (line.length > MAX_LINE || line.startsWith("/**")) return false;
  const leader = LEADER.exec(line)?.[0] ?? "";
  const dotsFirst = /^(?:\.{3}|…)/.test(line);
  if (leader === "" && !dotsFirst) return false;
  const phrase = line.slice(leader.length).replace(TRAILER, "").trim();
  const words = phrase
    .replace(/\.{2,}|…/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  if (words !== phrase && /^(?:\.{3}|…)|(?:\.{3}|…)$/.test(phrase)) return HINT.test(words) && words.length <= 80;
  return COMPLETE.test(words.replace(/\.$/, "")) && LEFT_OUT.test(words);
}
