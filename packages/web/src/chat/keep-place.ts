/**
 * Keeps what is seen where it is when messages are put before it: browsers do so themselves, except at the very top,
 * where one is who asks for older messages. Returns what ends the waiting for them.
 */
export function keepPlace(viewport: Element | null | undefined): () => void {
  const messages = viewport?.querySelector(".messages");
  if (!viewport || !messages) return () => {};
  const fromEnd = viewport.scrollHeight - viewport.scrollTop;
  const observer = new MutationObserver(() => {
    observer.disconnect();
    viewport.scrollTop = viewport.scrollHeight - fromEnd;
  });
  observer.observe(messages, { childList: true });
  return () => observer.disconnect();
}
