import { join } from "node:path";
import { secret } from "@toolwright/core";
import type { Secret } from "@toolwright/core/types";
import { holdsVariables } from "@toolwright/shell-judge";
import type { Workspace } from "../workspace/workspace.port.ts";

/** Larger files hold something else. In bytes. */
const MAX_BYTES = 64 * 1024;

/** Names that people give to variables that hold a secret. */
const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|(?:^|_)PAT(?:_|$)|^PG/i;

/** What says nothing by itself, and would be masked all over the place: words, numbers, places on this machine. */
const PLAIN = /^(?:[a-z]+|[\d.]+|(?:https?:\/\/)?(?:localhost|127\.0\.0\.1)(?::\d+)?\/?|~?(?:\/[\w.@-]+)+\/?)$/i;

/** Values to mask: of variables of this process that are called like secrets, and of the files of variables in a folder. */
export async function folderSecrets(
  { root, files }: Workspace,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly Secret[]> {
  const named = Object.entries(environment).filter(([name]) => SECRET_NAME.test(name));
  const entries = await files.list(root).catch(() => []);
  const found = entries.filter(({ name, kind }) => kind === "file" && holdsVariables(name));
  const read = await Promise.all(found.map(({ name }) => variablesIn(files, join(root, name))));
  return [...named, ...read.flat()].flatMap(([name, value = ""]) => secretOf(name, value) ?? []);
}

function secretOf(name: string, value: string): Secret | undefined {
  if (!/^\w{1,64}$/.test(name)) return undefined;
  return PLAIN.test(value) && !/PASSWORD|SECRET|TOKEN/i.test(name) ? undefined : secret(name, value);
}

async function variablesIn(files: Workspace["files"], path: string): Promise<readonly (readonly [string, string])[]> {
  const stat = await files.stat(path);
  if (stat === undefined || stat.size > MAX_BYTES) return [];
  const text = new TextDecoder().decode(await files.read(path).catch(() => new Uint8Array()));
  return [...text.matchAll(LINE)].map(([, name = "", double, single, bare]) => [
    name,
    (double ?? single ?? bare ?? "").trim(),
  ]);
}

/** `export NAME="value" # comment`, as programs that read such files take it; a quoted value may go over lines. */
const LINE =
  /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*[=:][ \t]*(?:"([^"]*)"|'([^']*)'|([^\n\r]*?))(?:[ \t]+#[^\n\r]*)?[ \t]*\r?$/gm;
