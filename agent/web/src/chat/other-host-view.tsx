import { otherHost } from "./other-host.ts";

/** Where a link leads, behind a text that says otherwise. */
export function OtherHost({ address, text }: { readonly address: string; readonly text: string }) {
  const host = otherHost(address, text);
  return host === undefined ? null : <span dir="ltr">{` (${host})`}</span>;
}
