/** A value that was found, and what it is called in a mask. */
export type NamedValue = readonly [name: string, value: string];

/** Reads the values that a file of this name keeps, by its form; undefined: no form that is known here. */
export function tokensReader(name: string): ((text: string) => readonly NamedValue[]) | undefined {
  return READERS.find(([names]) => names.test(name.toLowerCase()))?.[1];
}

const READERS: readonly (readonly [RegExp, (text: string) => readonly NamedValue[]])[] = [
  [/^\.npmrc$/, (text) => named("npm_token", text, /^[^\n#;]*_(?:authToken|auth|password)[ \t]*=[ \t]*"?([^\s"]+)/gm)],
  [/^[._]netrc$/, (text) => named("netrc_password", text, /\bpassword\s+(\S+)/g)],
  [/^\.pypirc$/, (text) => named("pypi_password", text, /^[ \t]*password[ \t]*[=:][ \t]*(\S+)/gm)],
  [/^\.git-credentials$/, addresses],
  [/\.tfvars$/, (text) => pairs(text, /^[ \t]*(\w+)[ \t]*=[ \t]*"([^"\n]*)"/gm)],
  [
    /^config$/,
    (text) => [
      ...addresses(text),
      ...named("git_header", text, /^\s*extraheader\s*=\s*.*?\b(?:basic|bearer)\s+(\S+)/gim),
    ],
  ],
];

function named(name: string, text: string, pattern: RegExp): readonly NamedValue[] {
  return [...text.matchAll(pattern)].map(([, value = ""]) => [name, value]);
}

function pairs(text: string, pattern: RegExp): readonly NamedValue[] {
  return [...text.matchAll(pattern)].map(([, name = "", value = ""]) => [name, value]);
}

/** The password of each address, or, where there is none, the user: a token stands alone there. */
function addresses(text: string): readonly NamedValue[] {
  return [...text.matchAll(/:\/\/([^\s/:@"]*)(?::([^\s@"]*))?@/g)]
    .map(([, user = "", password]): NamedValue => ["git_token", decoded(password ?? user)])
    .filter(([, value]) => !/^(?:git|hg|oauth2|x-access-token|)$/.test(value));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
