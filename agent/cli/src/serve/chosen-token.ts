import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { ServeFlags } from "../flags.ts";
import type { Environment } from "../model/environment.ts";
import { messageOf } from "../text/message-of.ts";
import { UsageError } from "../usage-error.ts";

/** What clients must bring, and whether a user chose it: then it need not be printed. */
export interface ServerToken {
  readonly token: string;
  readonly isChosen: boolean;
}

/** Tools hand the environment on to the commands they run: it is taken out there once it was read. */
export const TOKEN_VARIABLE = "TOOLWRIGHT_TOKEN";

/**
 * The token of `--token`, `--token-file` or `TOOLWRIGHT_TOKEN`, or a new one. Whoever listens to other machines has to
 * agree with them on one. Throws a `UsageError`.
 */
export function chosenToken(
  { token, tokenFile, host }: Partial<Pick<ServeFlags, "token" | "tokenFile" | "host">>,
  loopbackOnly: boolean,
  environment: Environment,
): ServerToken {
  const given = environment[TOKEN_VARIABLE];
  if (token !== undefined && tokenFile !== undefined) {
    throw new UsageError("Give --token or --token-file, not both.");
  }
  const chosen = token ?? (tokenFile === undefined ? given || undefined : tokenIn(tokenFile));
  if (chosen !== undefined && !/^[\x21-\x7e]+$/.test(chosen)) {
    throw new UsageError(`${sourceOf({ token, tokenFile })} takes letters, digits and signs, without blanks.`);
  }
  if (chosen === undefined && !loopbackOnly) {
    throw new UsageError(
      `--host ${host} lets other machines in: choose a --token (or --token-file) that they must bring.`,
    );
  }
  return { token: chosen ?? randomBytes(24).toString("base64url"), isChosen: chosen !== undefined };
}

function tokenIn(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (thrown) {
    throw new UsageError(`--token-file cannot be read: ${messageOf(thrown)}`);
  }
}

function sourceOf({
  token,
  tokenFile,
}: {
  readonly token: string | undefined;
  readonly tokenFile: string | undefined;
}): string {
  if (token !== undefined) return "--token";
  return tokenFile === undefined ? TOKEN_VARIABLE : "--token-file";
}
