/** Whether a browser would show nothing of an element: what a person cannot see is not for a model to read either. */
export function isHidden(attributes: ReadonlyMap<string, string>): boolean {
  if (attributes.has("hidden")) return true;
  const style = (attributes.get("style") ?? "").slice(0, MAX_LENGTH).replace(/\s/g, "");
  return /(?:^|;)(?:display:none|visibility:hidden|(?:font-size|opacity):0(?:px|em|rem|%)?)(?:!important)?(?:;|$)/i.test(
    style,
  );
}

/** Longer values say nothing to a reader. In UTF-16 units. */
const MAX_LENGTH = 2_000;

/** An address made absolute; undefined for none, for one inside the page, and for what is no address of the web or of mail. */
export function hrefOf(given: string | undefined, base: URL): string | undefined {
  if (given === undefined || given.startsWith("#") || given.length > MAX_LENGTH) return undefined;
  if (!URL.canParse(given, base.href)) return undefined;
  const { href, protocol } = new URL(given, base);
  if (!["http:", "https:", "mailto:"].includes(protocol)) return undefined;
  return href.replaceAll("(", "%28").replaceAll(")", "%29");
}
