/** One thing that a request asks for: a verb, and what stands behind it. */
export interface Part {
  /** As the person wrote it. */
  readonly said: string;
  /** In small letters; the first word of the part. */
  readonly verb: string;
  /** The other words, without those that carry nothing. */
  readonly words: readonly string[];
  readonly quoted: readonly Quoted[];
}

/** What stands in quotes, and whether these are back quotes. */
export interface Quoted {
  readonly text: string;
  readonly isLine: boolean;
}

/**
 * Parts a request at every line, semicolon and "then", and at a sentence's end, "and" or a comma where one of the verbs
 * comes next. Nothing in quotes is parted.
 */
export function partsOf(request: string, verbs: ReadonlySet<string>): readonly Part[] {
  const open: Token[][] = [[]];
  let mayEnd = true;
  for (const token of tokensOf(request)) {
    if (token.breaks || (mayEnd && token.kind === "word" && verbs.has(token.text.toLowerCase()))) open.push([]);
    open.at(-1)?.push(token);
    mayEnd = token.ends || (mayEnd && isFiller(token));
  }
  return open.map((tokens) => partFrom(tokens, request)).filter((part) => part !== undefined);
}

interface Token {
  readonly kind: "word" | "quoted" | "line" | "mark";
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Another part begins here in any case. */
  readonly breaks: boolean;
  /** Another part begins behind it, if a verb stands there. */
  readonly ends: boolean;
}

const TOKEN = /(?:`([^`\n]*)`|"([^"]*)"|“([^”]*)”|'([^'\n]*)'(?![\w']))[.!?:]*|([,;\n])|[^\s,;"“`]+/g;

function tokensOf(request: string): readonly Token[] {
  return [...request.matchAll(TOKEN)].map((match) => {
    const [whole, line, double, curly, single, mark] = match;
    const place = { from: match.index, to: match.index + whole.length };
    const text = line ?? double ?? curly ?? single;
    if (mark !== undefined) return { kind: "mark", text: mark, breaks: mark !== ",", ends: true, ...place };
    if (text === undefined) return { ...wordIn(whole), ...place };
    return { kind: line === undefined ? "quoted" : "line", text, breaks: false, ends: /[.!?:]$/.test(whole), ...place };
  });
}

function wordIn(whole: string): Pick<Token, "kind" | "text" | "breaks" | "ends"> {
  // A path may be all dots: the folder itself, and the one around it.
  const text = whole.replace(/(?<=[^./])[.!?:]+$/, "");
  const isThen = /^(?:then|afterwards|finally)$/i.test(text);
  const isPlace = /^(?:\d{1,2}[.)]|[-*•])$/.test(whole);
  if (isThen || isPlace) return { kind: "mark", text, breaks: true, ends: true };
  return { kind: "word", text, breaks: false, ends: text !== whole || text.toLowerCase() === "and" };
}

/** Words that say nothing of what is asked for. */
const FILLER = new Set(
  `a an the of in inside under for to into with and also please now me us all my here can could you first
  file files folder directory folders directories content contents text texts word words line lines command called named
  containing saying says everything`.split(/\s+/),
);

function isFiller({ kind, text }: Token): boolean {
  return kind === "mark" || (kind === "word" && FILLER.has(text.toLowerCase()));
}

function partFrom(tokens: readonly Token[], request: string): Part | undefined {
  const kept = tokens.filter((token) => !isFiller(token));
  const [first] = kept;
  if (first === undefined) return undefined;
  return {
    said: request.slice(first.from, kept.at(-1)?.to).replace(/[.!?:]+$/, ""),
    verb: first.kind === "word" ? first.text.toLowerCase() : "",
    words: kept.slice(1).flatMap(({ kind, text }) => (kind === "word" ? [text] : [])),
    quoted: kept.flatMap(({ kind, text }) => (kind === "word" ? [] : [{ text, isLine: kind === "line" }])),
  };
}
