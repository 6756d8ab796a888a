import { fileReference } from "./file-reference.ts";

const SAFE = /^(?:https?:\/\/|mailto:)/i;

/** The address of a link that may be followed (http, https, mailto); undefined for any other. */
export function safeAddress(address: string | undefined): string | undefined {
  return address !== undefined && SAFE.test(address) ? address : undefined;
}

/**
 * The same, and what leads to a file of the agent's folder: a part of the page opens it, and the browser never does.
 */
export function shownAddress(address: string): string | undefined {
  return safeAddress(address) ?? (fileReference(address) === undefined ? undefined : address);
}
