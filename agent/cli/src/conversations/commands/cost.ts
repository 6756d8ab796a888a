import type { Usage } from "@toolwright/core";
import { costText } from "@toolwright/view/internal";
import { tokensText } from "../../view/summary-line.ts";
import type { ChatCommand } from "./chat-command.ts";

/** `/cost`: what was used, as far as the provider counts it. */
export const COST: ChatCommand = {
  name: "cost",
  about: "says what this conversation, and this chat, have used",
  anytime: true,
  async run(_rest, { kept, status }) {
    const whole = await kept?.usage();
    const lines = [`This chat: ${usageText(status.usage)}.`];
    return whole === undefined ? lines : [`This conversation: ${usageText(whole)}.`, ...lines];
  },
};

function usageText(usage: Usage): string {
  const { inputTokens, outputTokens, costUsd } = usage;
  if (inputTokens + outputTokens === 0) return "nothing that was counted";
  return `${tokensText(usage)}${costUsd === undefined ? "; the provider names no price" : `, ${costText(costUsd)}`}`;
}
