import { type Judge, MORE, type Run, reach } from "./judge.ts";

const USER: Run = /[^\s"'<>`/?#:\\]{0,256}/y;
/** Stops where the next URL begins, so that no part of a text is looked at by two candidates. */
const PASSWORD: Run = /(?:[^\s"'<>`:]|:(?!\\?\/\\?\/)){0,4096}/y;
const PORT = /^\d*[/?#]/;
const PLACEHOLDER = /^(?:\$?[{(]|\$[A-Z_]+@|%s)/;

/**
 * `user:password@` after `://`. The password may hold `/`, `?`, `#` and `@`, which people forget to encode, but a
 * number before the first of them is a port. A template's placeholder is no password.
 */
export const judgeUrl: Judge = ({ text, from, final }) => {
  const colon = reach(USER, text, from);
  if (colon === text.length && !final) return MORE;
  if (text[colon] !== ":") return undefined;
  const end = reach(PASSWORD, text, colon + 1);
  const rest = text.slice(colon + 1, end);
  if (PORT.test(rest) || PLACEHOLDER.test(rest)) return undefined;
  const first = rest.indexOf("@");
  const after = first === -1 ? -1 : rest.slice(first).search(/[/?#]/);
  if (after === -1 && end === text.length && !final) return MORE;
  if (first === -1) return undefined;
  const last = rest.lastIndexOf("@", after === -1 ? rest.length : first + after);
  return { start: from, end: colon + 1 + last, rest: undefined };
};
