/** Openings of a request that asks for words or forbids something, where no call can be the answer. */
export const NOT_A_TASK: readonly RegExp[] = [
  /^(?:please\s+)?(?:don['’]?t|do not|never)\b/i,
  /^(?:how (?:do|can|would|should|could) (?:i|we|one)|how to|why|should (?:i|we)|explain|teach me|tell me (?:about|why|how|a (?:joke|story)))\b/i,
  /^(?:i|we|he|she|they)\s+(?!want|need|wish|would|must|have to)\w+/i,
  /^what (?:does|do|did|would)\b.*\b(?:do|mean|happen)\b/i,
];

/** The meaning of "what is in …": reading for a file, listing for a directory. */
export const CONTENTS = "contents";

/** Turns of phrase whose single words do not say what is wanted, with the word that does. */
export const IDIOMS: readonly (readonly [pattern: RegExp, meaning: string])[] = [
  [/\bwhat(?:['’]?s| is| are)(?: there)? (?:in|inside|under)\b/i, CONTENTS],
  [/\b(?:what|which) (?:files|folders|directories) (?:are|is|do|does)\b(?!.*\b(?:appear|occur)\b)/i, "list"],
  [/\b(?:what|which) (?:files?|places|lines) (?:do|does)\b.*\b(?:appear|occur)s?\b/i, "search"],
  [/\b(?:files?|places|lines) (?:that|which) (?:mention|contain|use|import|reference|include|say)s?\b/i, "search"],
  [/\b(?:create|make|write|save)\b.*\b(?:containing|that contains|that says)\b/i, "write"],
  [/\bwhat does\b.*\bcontain\b/i, CONTENTS],
  [/\bcontents? of (?:the |my |our )?(?=\ue000|(?:[\w-]+ )?(?:folder|directory)\b)/i, CONTENTS],
  [/\bwhere(?:['’]?s| is| are)\b[^.?!]*\b(?:used|defined|declared|called|imported|mentioned|referenced)\b/i, "search"],
  [/\b(?:what|which) (?:files?|places|lines) (?:mention|contain|use|import|reference|include|say)s?\b/i, "search"],
  [/\b(?:show|give)(?: me)?(?: all)?(?: the)? (?:files|folders)(?= (?:in|of|under|inside)\b)/i, "list"],
  [/\bhow much (?:is|are)\b/i, "convert"],
  [/\bhow do you say\b/i, "translate"],
  [/\blook(?:ing)? for\b/i, "search"],
  [/\blook (?:it )?up\b/i, "search"],
  [/\bget rid of\b/i, "delete"],
  [/\bhow (?:cold|hot|warm)\b/i, "weather"],
  [/\bwhat day\b/i, "date"],
  [/\bwhere (?:is|are)\b/i, "search"],
  [/\bhow far\b/i, "distance"],
];
