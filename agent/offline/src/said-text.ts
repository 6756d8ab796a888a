/** What a text may not run over: a value that was found before it, and the end of a link. */
const CHAR = "[^\\ue000;\\n]";
const KIND = "(?:text|contents?|words?|lines?|message|sentence)";
/** The file at the end of "write the text hello to a.txt". */
const INTO_FILE = "(?= (?:in|to|into|as) [\\w./~-]+\\.\\w+\\s*$|\\s*[;\\n]|\\s*$)";

/** A text that the request calls one: "a file hello.txt with the text hello", "write the line hello to a.txt". */
export const SAID_TEXT = new RegExp(
  [
    `(?<=\\b(?:with|containing|contains|saying|says|that says|reading)(?: only| just)?(?: the| a)? ${KIND}:? )`,
    `(?<=\\b(?:write|save|put|store)(?: the| a)? ${KIND}:? )`,
    "(?<=\\b(?:create|make|write|save)\\b[^;\\n]*\\b(?:containing|that contains|that says) )(?!the\\b)",
  ]
    .map((before) => `${before}(?!\\s)${CHAR}+?${INTO_FILE}`)
    .join("|"),
  "gi",
);

/** "an empty file" */
export const EMPTY_TEXT = /\b(?:empty|blank)(?= (?:text )?file\b)/gi;

const NAME = "[\\w$'’][\\w$.'’-]*";
const NO_NAME =
  "(?!(?:the|a|an|any|words?|terms?|strings?|phrases?|text|function|class|type|variable|method|it|this|that)\\b)";
const WORDS = `${NO_NAME}${NAME}(?: ${NAME}){0,9}?`;
const THE = "(?:the )?(?:(?:function|class|type|variable|method|words?|terms?|strings?|phrases?|text) )?";
const MENTION = "(?:mention|contain|use|import|reference|include|say)(?:s|ing)?";
const ELSEWHERE = "(?=\\s*(?:[?!.;,]?\\s*$|[;\\n]| (?:in|inside|under|within) ))";

/** What is looked for in "where is X used", "which files mention X" and "in which files does X appear". */
export const SOUGHT_TEXT = new RegExp(
  [
    `(?<=\\bwhere(?:['’]?s| is| are) ${THE})${WORDS}(?= (?:used|defined|declared|called|imported|mentioned|referenced)\\b)`,
    `(?<=\\b(?:what|which) (?:files?|places|lines) ${MENTION} ${THE})${WORDS}${ELSEWHERE}`,
    `(?<=\\b(?:files?|places|lines) (?:that|which) ${MENTION} ${THE})${WORDS}${ELSEWHERE}`,
    `(?<=\\b(?:what|which) (?:files?|places|lines) (?:do|does) ${THE})${WORDS}(?= (?:appear|occur)\\b)`,
  ].join("|"),
  "gi",
);
