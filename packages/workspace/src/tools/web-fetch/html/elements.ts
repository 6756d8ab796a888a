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
