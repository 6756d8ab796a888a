import { browserStorage } from "../base/browser-storage.ts";

/** Which colours the page has: `system` follows what the browser is told to prefer. */
export type Theme = (typeof THEMES)[number];
export const THEMES = ["system", "light", "dark"] as const;

/** Where the choice is kept; the script that runs before the first paint reads it by this name too. */
const KEY = "toolwright.theme";

/** What was chosen before; `system` where nothing was. */
export function keptTheme(): Theme {
  try {
    const kept = browserStorage("local")?.getItem(KEY);
    return THEMES.find((theme) => theme === kept) ?? "system";
  } catch {
    return "system";
  }
}

/** Puts colours on the page, and keeps the choice. */
export function chooseTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    browserStorage("local")?.setItem(KEY, theme);
  } catch {
    // A browser that stores nothing: the choice holds as long as the page is open.
  }
}
