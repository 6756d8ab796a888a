import type { Json } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import { visibleText } from "../definitions/visible-text.ts";
import { type FormField, formFields } from "./form-fields.ts";

/** What a server wants to know from a person. */
export type Elicitation =
  | { readonly kind: "form"; readonly message: string; readonly fields: readonly FormField[] }
  /** An address to go to: it is shown, and never opened here. */
  | { readonly kind: "url"; readonly message: string; readonly url: string };

/** Characters of what the server says, and of an address. */
const MAX_MESSAGE = 4_096;
const MAX_URL = 4_096;

/** Reads the parameters of `elicitation/create`. Undefined for what cannot be shown, and so not be answered. */
export function readElicitation(params: Json | undefined): Elicitation | undefined {
  if (!isJsonObject(params) || typeof params.message !== "string") return undefined;
  const message = visibleText(params.message, MAX_MESSAGE);
  if (params.mode === "url") return addressOf(message, params.url);
  if (params.mode !== undefined && params.mode !== "form") return undefined;
  const fields = formFields(params.requestedSchema);
  return fields === undefined ? undefined : { kind: "form", message, fields };
}

function addressOf(message: string, url: Json | undefined): Elicitation | undefined {
  if (typeof url !== "string" || url.length > MAX_URL || !URL.canParse(url)) return undefined;
  const { protocol, username, password, href } = new URL(url);
  // What stands before an @ would pass for the host.
  if ((protocol !== "https:" && protocol !== "http:") || username !== "" || password !== "") return undefined;
  return { kind: "url", message, url: href };
}
