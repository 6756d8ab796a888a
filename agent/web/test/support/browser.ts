import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** Chromium without windows comes first: a page costs it a third of the processor's time, with the same engine. */
const PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** The browser of these tests: `CHROMIUM_PATH`, or where Linux distributions put it; undefined when there is none. */
export const chromiumPath = [process.env.CHROMIUM_PATH, ...PLACES].find((path) => path && existsSync(path));

export const hasBrowser = chromiumPath !== undefined;
if (!hasBrowser) console.warn("Browser tests are skipped: there is no Chromium. Install it, or set CHROMIUM_PATH.");

let browser: Promise<Browser> | undefined;

/** One browser for all tests of this process; it ends with it. */
export function theBrowser(): Promise<Browser> {
  // Chromium's own sandbox does not work for root.
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return (browser ??= chromium.launch({ ...(chromiumPath ? { executablePath: chromiumPath } : {}), args }));
}
