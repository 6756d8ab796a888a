import type { Json } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import type { AppDomains } from "./apps.port.ts";

/** Origins of one kind. */
const MAX_ORIGINS = 20;

/**
 * The origins that an app names (`_meta.ui.csp`), as far as they are encrypted ones of the internet: this machine and
 * the networks around it are no place for the page of a server. Frames and bases are for nobody.
 */
export function appDomains(csp: Json): AppDomains {
  const { connectDomains = null, resourceDomains = null } = isJsonObject(csp) ? csp : {};
  return { connect: originsIn(connectDomains), resources: originsIn(resourceDomains) };
}

function originsIn(named: Json): readonly string[] {
  if (!Array.isArray(named)) return [];
  const origins = named.flatMap((one) => (typeof one === "string" ? (originIn(one) ?? []) : []));
  return [...new Set(origins)].slice(0, MAX_ORIGINS);
}

/** A host with a letter in its last part is no address in numbers; one part alone is a name of the network around. */
const ORIGIN =
  /^(https|wss):\/\/((?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?(?::\d{1,5})?)\/?$/;
const AROUND = /\.(?:local|localhost|internal|lan|home|arpa|test|invalid)(?::\d+)?$/;

function originIn(text: string): string | undefined {
  const [, scheme, host = ""] = ORIGIN.exec(text.toLowerCase()) ?? [];
  return scheme === undefined || AROUND.test(host) ? undefined : `${scheme}://${host}`;
}
