import { browserStorage } from "../base/browser-storage.ts";

const KEY = "toolwright.token";

/**
 * The token with which the page was opened, now or before: taken out of the address, so that it is not kept in the
 * history or copied with it. A storage belongs to one host and one port; cookies go to every port.
 */
export function pageToken(): string | undefined {
  const given = new URLSearchParams(location.search).get("token");
  if (given !== null) keepToken(tokenIn(given));
  history.replaceState(null, "", location.pathname + location.hash);
  return (given === null ? undefined : tokenIn(given)) ?? browserStorage("local")?.getItem(KEY) ?? undefined;
}

/** The token in what a person typed, which may be the whole address. */
export function tokenIn(typed: string): string {
  return /[?&]token=([^&#\s]+)/.exec(typed)?.[1] ?? typed.trim();
}

/** Keeps a token for this page, and tells every other tab of it. */
export function keepToken(token: string): void {
  browserStorage("local")?.setItem(KEY, token);
}

/** Calls `listener` with a token that another tab has been given. Gives the function that ends it. */
export function hearToken(listener: (token: string) => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === KEY && newValue !== null) listener(newValue);
  };
  addEventListener("storage", hear);
  return () => removeEventListener("storage", hear);
}
