/** Elements of which nothing is shown to a reader. */
export const SKIPPED: ReadonlySet<string> = new Set(
  "script style noscript template svg math iframe object embed canvas audio video map select datalist dialog".split(
    " ",
  ),
);

/** Elements that stand on lines of their own. */
export const BLOCKS: ReadonlySet<string> = new Set(
  `address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5
  h6 header hr li main nav ol p pre section summary table tr ul`.split(/\s+/),
);

/** Those without an empty line between them and the next. */
export const TIGHT: ReadonlySet<string> = new Set(["li", "tr", "dt", "dd"]);

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

/**
 * An address made absolute; undefined for none, for one inside the page, and for what is no address of the web or of
 * mail.
 */
export function hrefOf(given: string | undefined, base: URL): string | undefined {
  if (given === undefined || given.startsWith("#") || given.length > MAX_LENGTH) return undefined;
  if (!URL.canParse(given, base.href)) return undefined;
  const { href, protocol } = new URL(given, base);
  if (!["http:", "https:", "mailto:"].includes(protocol)) return undefined;
  return href.replaceAll("(", "%28").replaceAll(")", "%29");
}
