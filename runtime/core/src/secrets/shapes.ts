import { judgeAuthorization } from "./authorization.ts";
import { type Judge, MORE, type Run, reach, restOf } from "./judge.ts";
import { judgePrivateKey } from "./private-key.ts";
import { judgeUrl } from "./url-credentials.ts";

/** A kind of secret that is known by how it begins. */
export interface Shape {
  /** Stands in the mask: `[secret:name]`. */
  readonly name: string;
  readonly triggers: readonly string[];
  /** True when a letter or digit before the trigger means that it is part of a word. */
  readonly startsWord: boolean;
  readonly judge: Judge;
  /** What stands after the trigger when enough of a possible secret is there to hide it although more may come. */
  readonly begun?: RegExp;
}

/** Closed: what is masked by its shape is on this list. */
export const shapes = (): readonly Shape[] => [
  token("api-key", ["sk-"], { first: /[\w-]{0,32}/y, rest: /[\w-]*/y, min: 12 }),
  token("github-token", ["ghp_", "gho_", "github_pat_"], { first: /\w{0,64}/y, rest: /\w*/y, min: 16 }),
  token("gitlab-token", ["glpat-"], { first: /[\w-]{0,64}/y, rest: /[\w-]*/y, min: 16 }),
  token("aws-key", ["AKIA", "ASIA"], { first: /[A-Z0-9]{0,16}/y, rest: /[A-Z0-9]*/y, min: 16, anyText: true }),
  token("slack-token", ["xoxa-", "xoxb-", "xoxp-", "xoxr-"], { first: /[\w-]{0,64}/y, rest: /[\w-]*/y, min: 10 }),
  token("google-key", ["AIza"], { first: /[\w-]{0,64}/y, rest: /[\w-]*/y, min: 30 }),
  token("npm-token", ["npm_"], { first: /[A-Za-z0-9]{0,64}/y, rest: /[A-Za-z0-9]*/y, min: 30 }),
  { name: "jwt", triggers: ["eyJ"], startsWord: true, judge: judgeJwt, begun: /\.[\w-]/ },
  { name: "private-key", triggers: ["-----BEGIN"], startsWord: false, judge: judgePrivateKey },
  {
    name: "url-credentials",
    triggers: ["://", ":\\/\\/"],
    startsWord: false,
    judge: judgeUrl,
    // Digits only are a port.
    begun: /^[^\s:]*:(?!\d*$)/,
  },
  {
    name: "authorization",
    triggers: ["Authorization", "authorization", "AUTHORIZATION"],
    startsWord: false,
    judge: judgeAuthorization,
    begun: /[:=][\s"'`\\]*(?:[A-Za-z][\w-]{0,30} {1,4})?[\w.~+/=:%-]{4}/,
  },
];

interface TokenOptions {
  /** As much of it as is looked at, and all of it. */
  readonly first: Run;
  readonly rest: Run;
  readonly min: number;
  /** Also without a digit. */
  readonly anyText?: boolean;
}

function token(name: string, triggers: readonly string[], options: TokenOptions): Shape {
  const { first, rest, min, anyText } = options;
  const judge: Judge = ({ text, at, from, final }) => {
    const end = reach(first, text, from);
    if (end === text.length && !final) return MORE;
    const body = text.slice(from, end);
    const isToken = body.length >= min && (anyText === true || looksRandom(body));
    return isToken ? { start: at, end, rest: restOf(rest) } : undefined;
  };
  return { name, triggers, startsWord: true, judge, begun: /^.{4}/s };
}

/**
 * Unlike names such as `sk-fading-circle12`, a token has digits, the more the shorter it is, or a long unbroken
 * stretch.
 */
function looksRandom(body: string): boolean {
  const digits = body.replace(/\D+/g, "").length;
  return digits >= (body.length < 16 ? 4 : 1) || /[A-Za-z]{20}/.test(body);
}

/** The encoded header is letters and digits: other characters come only from `>`, `?`, `~` or text beyond ASCII. */
const JWT_HEADER: Run = /[A-Za-z0-9]{0,8192}/y;
const JWT_PAYLOAD: Run = /\.{0,2}[\w-]{0,8}/y;
const JWT_REST: Run = /[\w.-]*/y;

function judgeJwt({ text, at, from, final }: Parameters<Judge>[0]): ReturnType<Judge> {
  const header = reach(JWT_HEADER, text, from);
  const end = reach(JWT_PAYLOAD, text, header);
  if (end === text.length && !final) return MORE;
  const isJwt = header - from >= 7 && /^\.{1,2}[\w-]{8}$/.test(text.slice(header, end));
  return isJwt ? { start: at, end, rest: restOf(JWT_REST) } : undefined;
}
