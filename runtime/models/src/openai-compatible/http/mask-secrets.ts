/** Shorter values are left alone: masking them would eat ordinary words. */
const shortestSecret = 8;

/** A function that replaces every given secret in a text. */
export function maskSecrets(secrets: readonly string[]): (text: string) => string {
  // A header without a value, which only a program without types can give, is no secret.
  const long = secrets.filter((secret) => typeof secret === "string" && secret.length >= shortestSecret);
  // The longest first, so that one secret inside another leaves no remains.
  long.sort((left, right) => right.length - left.length);
  return (text) => long.reduce((masked, secret) => masked.replaceAll(secret, "[secret]"), text);
}
