import { basename, join } from "node:path";
import { type Secret, secret } from "@toolwright/core";
import { uriDecoded } from "@toolwright/core/internal";
import { holdsVariables } from "@toolwright/shell-judge";
import type { Workspace } from "../workspace/workspace.port.ts";

/** Larger files hold something else. In bytes. */
const MAX_BYTES = 64 * 1024;

/** Names that people give to variables that hold a secret. */
const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|(?:^|_)PAT(?:_|$)|^PG/i;

/** What says nothing by itself, and would be masked all over the place: words, numbers, places on this machine. */
const PLAIN = /^(?:[a-z]+|[\d.]+|(?:https?:\/\/)?(?:localhost|127\.0\.0\.1)(?::\d+)?\/?|~?(?:\/[\w.@-]+)+\/?)$/i;

/** So many folders below the root are looked into for such files. */
const MAX_FOLDERS = 64;

/**
 * Values to mask: of variables of this process that are called like secrets, of the files of variables and of tokens in
 * a folder and in the folders right below it, and of the addresses in its `.git/config`.
 */
export async function folderSecrets(
  { root, files }: Workspace,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly Secret[]> {
  const own = Object.entries(environment).filter(([name]) => SECRET_NAME.test(name));
  const entries = await files.list(root).catch(() => []);
  const below = entries
    .filter(({ name, kind }) => kind === "directory" && !/^(?:\.git|node_modules)$/.test(name))
    .slice(0, MAX_FOLDERS)
    .map(({ name }) => join(root, name));
  const listed = await Promise.all([root, ...below].map((folder) => secretFilesIn(files, folder)));
  const read = await Promise.all([...listed.flat(), join(root, ".git/config")].map((path) => valuesIn(files, path)));
  return [...own, ...read.flat()].flatMap(([name, value = ""]) => secretOf(name, value) ?? []);
}

async function secretFilesIn(files: Workspace["files"], folder: string): Promise<readonly string[]> {
  const entries = await files.list(folder).catch(() => []);
  return entries
    .filter(
      ({ name, kind }) =>
        kind === "file" && (holdsVariables(name) || (name !== "config" && tokensReader(name) !== undefined)),
    )
    .map(({ name }) => join(folder, name));
}

function secretOf(name: string, value: string): Secret | undefined {
  if (!/^\w{1,64}$/.test(name)) return undefined;
  return PLAIN.test(value) && !/PASSWORD|SECRET|TOKEN/i.test(name) ? undefined : secret(name, value);
}

async function valuesIn(files: Workspace["files"], path: string): Promise<readonly NamedValue[]> {
  const stat = await files.stat(path).catch(() => undefined);
  if (stat === undefined || stat.size > MAX_BYTES) return [];
  const text = new TextDecoder().decode(await files.read(path).catch(() => new Uint8Array()));
  return (tokensReader(basename(path)) ?? variablesIn)(text);
}

function variablesIn(text: string): readonly NamedValue[] {
  return [...text.matchAll(LINE)].map(([, name = "", double, single, bare]) => [
    name,
    (double ?? single ?? bare ?? "").trim(),
  ]);
}

/** `export NAME="value" # comment`, as programs that read such files take it; a quoted value may go over lines. */
const LINE =
  /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*[=:][ \t]*(?:"([^"]*)"|'([^']*)'|([^\n\r]*?))(?:[ \t]+#[^\n\r]*)?[ \t]*\r?$/gm;

/** A value that was found, and what it is called in a mask. */
type NamedValue = readonly [name: string, value: string];

/** Reads the values that a file of this name keeps, by its form; undefined: no form that is known here. */
function tokensReader(name: string): ((text: string) => readonly NamedValue[]) | undefined {
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
    .map(([, user = "", password]): NamedValue => ["git_token", uriDecoded(password ?? user)])
    .filter(([, value]) => !/^(?:git|hg|oauth2|x-access-token|)$/.test(value));
}
