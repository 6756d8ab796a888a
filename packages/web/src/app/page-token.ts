import { browserStorage } from "./browser-storage.ts";

const KEY = "toolwright.token";

/**
 * The token with which the page was opened, now or before: taken out of the address, so that it is not kept in the history or
 * copied with it. A storage belongs to one host and one port; cookies go to every port.
 */
export function pageToken(): string | undefined {
  const storage = browserStorage("local");
  const given = new URLSearchParams(location.search).get("token");
  if (given !== null) storage?.setItem(KEY, given);
  history.replaceState(null, "", location.pathname + location.hash);
  return given ?? storage?.getItem(KEY) ?? undefined;
}
