import mermaid, { type MermaidConfig } from "mermaid";
import { type DiagramRequest, LOOKS, type Look, MOST_CHARACTERS, MOST_EDGES, type Picture } from "./diagram-request.ts";
import { themeOf } from "./theme-of.ts";

// It runs in a frame that reaches nothing, and is loaded as a text: `?program` of the build.
addEventListener("message", async ({ source, data }: MessageEvent<DiagramRequest>) => {
  if (source === window.parent) window.parent.postMessage(await answer(data), "*");
});
window.parent.postMessage({ diagram: "ready" }, "*");

async function answer(request: DiagramRequest) {
  try {
    const pictures: Picture[] = [];
    for (const look of LOOKS) pictures.push(await drawn(request, look));
    return { diagram: "drawn", pictures };
  } catch (error) {
    const said = error instanceof Error ? error.message : "";
    if (/limit exceeded/i.test(said)) return { diagram: "much" };
    const [, line] = /\bline:? (\d{1,5})/i.exec(said) ?? [];
    // A source that breaks off is wrong behind its end, as its reader counts.
    const last = request.source.trimEnd().split("\n").length;
    return { diagram: "wrong", ...(line !== undefined && { line: Math.min(Number(line), last) }) };
  }
}

async function drawn({ source, palettes }: DiagramRequest, look: Look): Promise<Picture> {
  const palette = palettes[look];
  mermaid.initialize({ ...CONFIG, darkMode: look === "dark", themeVariables: themeOf(palette) });
  const { svg } = await mermaid.render(`diagram-${look}`, source);
  const place = document.createElement("div");
  place.innerHTML = svg;
  const picture = place.querySelector("svg");
  if (picture === null) throw new Error("Nothing was drawn.");
  return withSize(picture);
}

/** A picture that says how large it is, and is XML: an image has to be. */
function withSize(picture: SVGSVGElement): Picture {
  const { width, height } = picture.viewBox.baseVal;
  picture.removeAttribute("style");
  // Half of the edge behind it shows through a label otherwise.
  for (const ground of picture.querySelectorAll<SVGElement>(".edgeLabel rect")) ground.style.opacity = "1";
  picture.setAttribute("width", String(width));
  picture.setAttribute("height", String(height));
  return { svg: new XMLSerializer().serializeToString(picture), width, height };
}

/** What a diagram may not choose for itself: what it reaches, how much it may be, and the looks of the page. */
const LOCKED = [
  "theme",
  "themeCSS",
  "themeVariables",
  "darkMode",
  "fontFamily",
  "altFontFamily",
  "htmlLabels",
  "layout",
  "look",
];

const CONFIG: MermaidConfig = {
  startOnLoad: false,
  securityLevel: "strict",
  secure: ["secure", "securityLevel", "startOnLoad", "maxTextSize", "maxEdges", "suppressErrorRendering", ...LOCKED],
  suppressErrorRendering: true,
  maxTextSize: MOST_CHARACTERS,
  maxEdges: MOST_EDGES,
  theme: "base",
  fontFamily: 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  // Labels of HTML are foreign to an image of SVG: some browsers leave them out.
  htmlLabels: false,
  layout: "dagre",
  look: "classic",
};
