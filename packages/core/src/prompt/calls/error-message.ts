/** What a thrown value says: an error's message, an object's `message`, else the value as text. Never throws. */
export function errorMessage(thrown: unknown): string {
  try {
    if (typeof thrown === "object" && thrown !== null && "message" in thrown && thrown.message) {
      return String(thrown.message);
    }
    return String(thrown);
  } catch {
    return "Unknown error";
  }
}
