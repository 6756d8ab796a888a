/** Which conversation a call belongs to; both are empty strings where nobody said. */
export interface Conversation {
  readonly channel: string;
  readonly chatId: string;
}
