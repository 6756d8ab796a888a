import { type Judge, MORE, type Rest, type Run, reach, restOf } from "./judge.ts";

const VIABLE: Run = /[A-Z0-9 ]{0,64}-{0,5}[\s\\]?/y;
const HEADER = /(?: [A-Z0-9]{1,12}){0,3} PRIVATE KEY( BLOCK)?-----(?=[\s\\]|$)/y;
const END_LINE: Run = /[A-Z0-9 -]*/y;
const END = "-----END";

/**
 * A private key in PEM. A key goes on until its END line, or to a character that no key holds: text that only mentions
 * a header does not hide all that follows. A PGP block has free comments and goes on until END in any case.
 */
export const judgePrivateKey: Judge = ({ text, at, from, final }) => {
  if (reach(VIABLE, text, from) === text.length && !final) return MORE;
  HEADER.lastIndex = from;
  const header = HEADER.exec(text);
  if (header === null) return undefined;
  const stop = header[1] === undefined ? /-----END|[(){};$<>@!?*&^%~`]/g : /-----END/g;
  return { start: at, end: HEADER.lastIndex, rest: keyBody(stop) };
};

function keyBody(stop: RegExp): Rest {
  let carry = "";
  let rest: Rest | undefined;
  return {
    feed(text, from) {
      if (rest !== undefined) return rest.feed(text, from);
      const body = carry + text.slice(from);
      const offset = from - carry.length;
      stop.lastIndex = 0;
      const found = stop.exec(body);
      if (found === null) {
        carry = body.slice(1 - END.length);
        return text.length;
      }
      if (found[0] !== END) return offset + found.index;
      rest = restOf(END_LINE);
      return rest.feed(text, offset + found.index + END.length);
    },
  };
}
