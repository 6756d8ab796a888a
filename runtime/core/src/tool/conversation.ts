/** Which conversation a call belongs to; both are empty strings where nobody said. */
export interface Conversation {
  readonly channel: string;
  readonly chatId: string;
}

/** One text for each conversation. */
export function conversationKey({ channel, chatId }: Conversation): string {
  return JSON.stringify([channel, chatId]);
}

export function isSameConversation(one: Conversation, other: Conversation): boolean {
  return one.channel === other.channel && one.chatId === other.chatId;
}
