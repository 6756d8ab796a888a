import { type Judge, MORE, type Rest, type Run, reach, restOf } from "./judge.ts";

/** Everything that may stand between the name and 64 characters of the value; each beginning of it fits too. */
const VIABLE: Run = /\\?["']?[ \t]{0,8}(?::|=>?)?[ \t]{0,8}\\?["'`]?(?:[A-Za-z][\w-]{0,30} {1,4})?[\w.~+/=:%-]{0,64}/y;
const SEPARATOR = /\\?["']?[ \t]{0,8}(?::|=>?)[ \t]{0,8}\\?["'`]?/y;
const SCHEME =
  /(?:(basic|bearer|token|apikey|api-key|negotiate|ntlm|dpop|bot|key)|[a-z][\w-]{0,30}) {1,4}(?=[\w.~+/=:%-])/iy;
/** Schemes whose value is a list of parameters. */
const LIST_SCHEME = /^(?:digest|aws4-|hawk|oauth|signature|hmac)/i;
const VALUE: Run = /[\w.~+/=:%-]{0,64}/y;
const VALUE_REST: Run = /[\w.~+/=:%-]*/y;

/**
 * The value of an `Authorization` header, in a header line, JSON or code. After a well-known scheme any value counts;
 * otherwise it must look like a credential, so that `authorization: string` stays.
 */
export const judgeAuthorization: Judge = ({ text, from, final }) => {
  if (reach(VIABLE, text, from) === text.length && !final) return MORE;
  SEPARATOR.lastIndex = from;
  if (!SEPARATOR.test(text)) return undefined;
  SCHEME.lastIndex = SEPARATOR.lastIndex;
  const scheme = SCHEME.exec(text);
  const start = scheme === null ? SEPARATOR.lastIndex : SCHEME.lastIndex;
  const end = reach(VALUE, text, start);
  const isKnown = scheme !== null && (scheme[1] !== undefined || LIST_SCHEME.test(scheme[0]));
  if (!isKnown && !looksSecret(text.slice(start, end), text.charAt(end))) return undefined;
  return { start, end: start, rest: scheme === null || scheme[1] !== undefined ? restOf(VALUE_REST) : listRest() };
};

/**
 * `name=value, name="value"` up to the end of the line or to a quote that opens no value: it closes the whole header.
 */
function listRest(): Rest {
  let state: ListState = "plain";
  return {
    feed(text, from) {
      for (let index = from; index < text.length; index++) {
        state = afterCharacter(state, text.charAt(index));
        if (state === "stop") return index;
      }
      return text.length;
    },
  };
}

type ListState = "plain" | "equals" | "escape" | "quoted" | "stop";

function afterCharacter(state: ListState, character: string): ListState {
  if (character === "\n" || character === "\r") return "stop";
  if (state === "escape") return "quoted";
  if (state === "quoted") return character === '"' ? "plain" : "quoted";
  if (state === "equals" && character === '"') return "quoted";
  if (state === "equals" && character === "\\") return "escape";
  if (/["'`\\]/.test(character)) return "stop";
  return character === "=" ? "equals" : "plain";
}

/** Not a word of code or prose: `string;`, `getHeader(request)`, `process.env.TOKEN`. */
function looksSecret(value: string, next: string): boolean {
  const hasDigit = /\d/.test(value);
  if (!hasDigit && /^[a-z_]\w*(?:\.[a-z_]\w*)+$/i.test(value)) return false;
  return value.length >= 24 || (hasDigit && value.length >= 6) || (value.length >= 8 && /^["'`\\\r\n]?$/.test(next));
}
