import type { Locator, Page } from "playwright-core";

/** Writes a message and sends it with Enter. */
export async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

export function composer(page: Page): Locator {
  return page.getByRole("textbox", { name: "Message", exact: true });
}

export function conversation(page: Page): Locator {
  return page.getByRole("log", { name: "Conversation" });
}

/** Waits until a text stands in the conversation. */
export function see(page: Page, text: string | RegExp): Promise<void> {
  return conversation(page).getByText(text).first().waitFor();
}

/** Waits until nothing runs in the thread that is shown. */
export async function atRest(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Stop", exact: true }).waitFor({ state: "detached" });
}
