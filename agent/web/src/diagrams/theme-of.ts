import type { Palette } from "./page-palettes.ts";

/** The variables of Mermaid's theme `base`, from the colours of the page; it derives the others from them. */
export function themeOf(palette: Palette): Readonly<Record<string, string>> {
  const { page, raised, sunken, line, text, quiet, accent } = palette;
  return {
    background: page,
    primaryColor: raised,
    primaryTextColor: text,
    primaryBorderColor: accent,
    secondaryColor: sunken,
    secondaryTextColor: text,
    secondaryBorderColor: quiet,
    tertiaryColor: page,
    tertiaryTextColor: text,
    tertiaryBorderColor: line,
    lineColor: quiet,
    textColor: text,
    titleColor: text,
    mainBkg: raised,
    nodeBorder: accent,
    clusterBkg: sunken,
    clusterBorder: line,
    edgeLabelBackground: page,
    noteBkgColor: sunken,
    noteBorderColor: line,
    noteTextColor: text,
    actorLineColor: quiet,
    signalColor: text,
    signalTextColor: text,
    labelBoxBkgColor: raised,
    loopTextColor: text,
    ...series(palette),
  };
}

/** Slices, branches and sections that stand side by side: a hue each, with the ground of the page written on it. */
function series({ page, text, hues }: Palette): Readonly<Record<string, string>> {
  const named = Array.from({ length: 12 }, (_, place) => {
    const hue = hues[place % hues.length] ?? text;
    return [
      [`pie${place + 1}`, hue],
      [`cScale${place}`, hue],
      [`cScaleLabel${place}`, page],
      [`git${place}`, hue],
      [`gitBranchLabel${place}`, page],
    ];
  });
  return { ...Object.fromEntries(named.flat()), pieSectionTextColor: page, pieLegendTextColor: text, pieOpacity: "1" };
}
