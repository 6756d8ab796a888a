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

/** The card of a call: the first one of its tool, or another by its place. */
export function card(page: Page, tool: string, place = 0): Locator {
  return conversation(page)
    .getByRole("region", { name: new RegExp(`^Tool ${tool}\\b`) })
    .nth(place);
}

/** Waits until a card says how its call stands, such as `Running`. */
export function stands(card: Locator, state: string): Promise<void> {
  return card
    .getByRole("button", { name: new RegExp(`\\b${state}`) })
    .first()
    .waitFor();
}

/** Waits for a call that is over, and opens its card. */
export async function openCard(card: Locator): Promise<void> {
  const toggle = card.getByRole("button", { expanded: false }).first();
  await toggle.click();
}

/** Waits until nothing runs in the thread that is shown. */
export async function atRest(page: Page): Promise<void> {
  await stopButton(page).waitFor({ state: "detached" });
}

/** Waits until the newest answer says which model it is from, which is told after the run has ended. */
export async function hasSettled(page: Page): Promise<void> {
  await atRest(page);
  await conversation(page).locator(".message-meta").last().getByText("litellm:test").waitFor();
}

export function stopButton(page: Page): Locator {
  return page.getByRole("button", { name: "Stop", exact: true });
}

/** The question about a call. */
export function question(page: Page, tool: string): Locator {
  return page.getByRole("region", { name: `Run ${tool}?` });
}

/** Says yes to a question as a person does to a call that cannot be undone: held, once the button has come to rest. */
export async function allowOnce(question: Locator): Promise<void> {
  const allow = question.getByRole("button", { name: "Allow once" });
  let y: number | undefined;
  for (;;) {
    await allow.click({ trial: true });
    const now = (await allow.boundingBox())?.y;
    if (now === y) break;
    y = now;
    await question.page().waitForTimeout(300);
  }
  await allow.click({ delay: 1_500 });
}

/** Waits for finished calls that are folded into one line, and opens it. */
export async function openFold(page: Page, words: string | RegExp): Promise<Locator> {
  const fold = conversation(page).getByRole("region", { name: words }).first();
  await fold.getByRole("button", { expanded: false }).first().click();
  return fold;
}
