import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { theBrowser } from "./browser.ts";

/** How a page is opened. */
export interface PageOptions {
  readonly context?: BrowserContextOptions;
  /** Errors that the test brings about, such as a connection that it cuts. */
  readonly expectedErrors?: RegExp;
}

/** Milliseconds that a busy machine may take to show something. */
const PATIENCE_MS = 60_000;

/**
 * A page in a context of its own. An error in the console of any of its pages, also about their content security
 * policy, fails the test; of a failed test it is told what the pages show.
 */
export async function openPage(url: string, options: PageOptions = {}): Promise<Page> {
  const browser = await theBrowser();
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, ...options.context });
  context.setDefaultTimeout(PATIENCE_MS);
  const errors = watchErrors(context, options.expectedErrors);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === "fail") await tellOf(context);
    await context.close();
    expect(errors, "errors of the page").toEqual([]);
  });
  return openTab(context, url);
}

/** A further page of a context. */
export async function openTab(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

function watchErrors(context: BrowserContext, expected: RegExp | undefined): readonly string[] {
  const errors: string[] = [];
  const hear = (error: string) => {
    if (expected?.test(error) !== true) errors.push(error);
  };
  context.on("weberror", (error) => hear(error.error().message));
  context.on("console", (message) => {
    if (message.type() === "error") hear(`${message.text()} ${message.location().url}`);
  });
  return errors;
}

async function tellOf(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) console.log(await page.locator("body").ariaSnapshot());
}
