import { type Secret, secret } from "@toolwright/core";
import type { Environment } from "./environment.ts";

/** Names that people give to variables that hold a secret. */
const SECRET_NAME = /(?:_API_KEY|_ACCESS_KEY|_TOKEN|_SECRET|_PASSWORD)$/;

/** The keys in the environment, to be masked wherever a tool or a model brings them up. */
export function environmentSecrets(environment: Environment): Secret[] {
  return Object.entries(environment)
    .filter(([name, value]) => value && /^[A-Za-z0-9_]{1,64}$/.test(name) && SECRET_NAME.test(name))
    .map(([name, value]) => secret(name, value ?? ""));
}
