/** How a user is brought to log in: shown, and never opened unasked. */
export interface LoginPrompt {
  /** Where the authorization server sends the user back to. */
  readonly redirectUrl: string;
  /**
   * Shows the address to go to. Resolves to the one that the user was sent back to; rejects when that does not happen.
   */
  authorise(address: URL): Promise<URL>;
}
