import type { Look } from "./diagram-request.ts";

/** The colours of the page that a diagram is drawn in, as `rgb(…)`, by the names that the styles have for them. */
export type Palette = ReturnType<typeof paletteOf>;

/** The colours that the page has now, in both of its looks. */
export function pagePalettes(): Readonly<Record<Look, Palette>> {
  const probe = document.createElement("span");
  probe.hidden = true;
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const inLook = (look: Look) => {
    probe.style.colorScheme = look;
    return paletteOf((name) => {
      probe.style.color = `var(--tw-${name})`;
      return style.color;
    });
  };
  const palettes = { light: inLook("light"), dark: inLook("dark") };
  probe.remove();
  return palettes;
}

function paletteOf(colour: (name: string) => string) {
  return {
    page: colour("page"),
    raised: colour("raised"),
    sunken: colour("sunken"),
    line: colour("line"),
    text: colour("text"),
    quiet: colour("quiet"),
    accent: colour("accent"),
    /** Of what stands side by side, a hue each. */
    hues: ["accent", "model", "changes", "beyond", "good", "ask", "bad", "quiet"].map(colour),
  };
}
