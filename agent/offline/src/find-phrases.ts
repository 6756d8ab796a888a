import { BLANK, type Finds, type Value } from "./find-values.ts";
import { LEADS } from "./vocabulary.ts";

/** Leads after which a query, a topic or a message may run to the end of the request. */
const RUNS_ON = new Set(["for", "about", "saying", "says", "containing", "of", "called", "named", "titled"]);
const LEAD = new RegExp(`\\b(?:${Object.keys(LEADS).join("|")}|using)\\b`, "gi");
const PARTICLE = /^(?:\s+(?:up|on|off|out|down|me|us|a|an|the|my|new))+\b/i;
const OPENING =
  /^\s*(?:please|kindly|can you|could you|would you|will you|now|also|and|first|finally|i (?:want|need) (?:you )?to|i['’]d like (?:you )?to|let['’]?s|\s|,)*\s*/i;

/** The unclaimed word groups of a request: what follows a preposition, and what follows the verb at the front. */
export function findPhrases({ rest }: Finds): Value[] {
  const leads = [...rest.matchAll(LEAD)];
  const phrases = leads.flatMap((match, index) => {
    const start = match.index + match[0].length;
    const lead = match[0].toLowerCase();
    const phrase = cut({ rest, start, end: leads[index + 1]?.index ?? rest.length, lead, kind: "phrase" });
    const tail = RUNS_ON.has(lead) ? cut({ rest, start, end: rest.length, lead, kind: "tail" }) : [];
    return [
      ...phrase,
      ...phrase.flatMap(pieces),
      ...phrase.flatMap(firstWord),
      ...tail.filter((each) => each.end !== phrase[0]?.end),
    ];
  });
  return [...phrases, ...directObject(rest, leads[0]?.index ?? rest.length)];
}

function directObject(rest: string, firstLead: number): Value[] {
  const opening = OPENING.exec(rest)?.[0].length ?? 0;
  const verb = /^[\p{L}-]+/u.exec(rest.slice(opening))?.[0] ?? "";
  if (/^(?:what|who|which|where|when|how|is|are|was|does|do|in|on|for|from|at|to|if)\b/i.test(verb)) return [];
  const afterVerb = opening + verb.length;
  const start = afterVerb + (PARTICLE.exec(rest.slice(afterVerb))?.[0].length ?? 0);
  const whole = cut({ rest, start, end: Math.max(firstLead, start), lead: "", kind: "object" });
  return [...whole, ...whole.flatMap(pieces)];
}

interface Cut {
  readonly rest: string;
  readonly start: number;
  readonly end: number;
  readonly lead: string;
  readonly kind: "phrase" | "tail" | "object";
}

/** Up to the next value or punctuation mark; nothing when that leaves no word. */
function cut({ rest, start, end, lead, kind }: Cut): Value[] {
  const raw = rest.slice(start, end).split(STOP, 1)[0] ?? "";
  const text = raw.trim().replace(/(?:\s+(?:and|or|under|over|in|at|on|for|to|of|with|from|by))+$/i, "");
  if (!/[\p{L}\p{N}]/u.test(text) || text.startsWith("-")) return [];
  const from = start + raw.indexOf(text);
  return [
    {
      kind,
      text,
      start: from,
      end: from + text.length,
      lead,
      salient: kind === "phrase" && /^\p{Lu}\p{Ll}/u.test(text),
    },
  ];
}

const STOP = new RegExp(`[${BLANK};:.!?\\n()]`);

/** The folder in "in packages ignoring case": one small word that a longer phrase begins with. */
function firstWord(phrase: Value): Value[] {
  const match = /^((?:the|my|our)\s+)?([a-z][\w.-]*)\s/.exec(phrase.text);
  const word = match?.[2];
  if (word === undefined || !/^(?:in|inside|under|within)$/.test(phrase.lead ?? "")) return [];
  const start = phrase.start + (match?.[1]?.length ?? 0);
  return [{ ...phrase, kind: "piece", text: word, start, end: start + word.length }];
}

/** The parts of "src and docs" or "a, b and c". */
function pieces(phrase: Value): Value[] {
  const separators = [...phrase.text.matchAll(/,?\s+(?:and|or)\s+|,\s*/gi)];
  if (separators.length === 0) return [];
  let from = 0;
  const parts: Value[] = [];
  for (const [index, end] of [
    ...separators.map((match) => [match.index + match[0].length, match.index]),
    [0, phrase.text.length],
  ]) {
    const text = phrase.text.slice(from, end);
    const start = phrase.start + from;
    if (text.trim() !== "") parts.push({ ...phrase, kind: "piece", text, start, end: start + text.length });
    from = index ?? 0;
  }
  return parts;
}
