import { spelledOut } from "@toolwright/view/internal";
import { useEffect, useRef, useState } from "react";
import { CodeBlock } from "../chat/code-block.tsx";
import { CopyButton } from "../chat/copy-button.tsx";
import { Icon } from "../icons/icon.tsx";
import { diagramTexts } from "../words/diagrams.ts";
import { LOOKS, type Picture } from "./diagram-request.ts";
import { type Drawing, drawDiagram } from "./draw-diagram.ts";

/** Characters of a source that stand for its picture where it is not seen. */
const SAID = 2_000;
/** How far a diagram may be from the screen when it is drawn. */
const NEAR = "600px";

/** A diagram of Mermaid: its source until it is drawn, where it cannot be, and when a person wants to read it. */
export function DiagramView({ source }: { readonly source: string }) {
  const place = useRef<HTMLDivElement>(null);
  const drawing = useDrawing(place, source);
  const [isSource, setSource] = useState(false);
  const pictures = drawing?.ok === true ? drawing.pictures : undefined;
  const toggle = (
    <button
      type="button"
      className="quiet"
      aria-label={diagramTexts.source}
      title={diagramTexts.source}
      aria-pressed={isSource}
      onClick={() => setSource(!isSource)}
    >
      <Icon name="code" />
    </button>
  );
  return (
    <div ref={place} className="diagram" data-waits={drawing === undefined ? true : undefined}>
      {pictures === undefined || isSource ? (
        <CodeBlock text={source} language="mermaid" tools={pictures === undefined ? null : toggle} />
      ) : (
        <div className="code-block">
          {/* biome-ignore lint/a11y: what scrolls has to be reached with the keyboard, and a name for it. */}
          <div className="diagram-picture" role="group" aria-label={diagramTexts.diagram} tabIndex={0}>
            {LOOKS.map((look) => (
              <img key={look} data-look={look} alt={altOf(source)} {...shown(pictures[look])} />
            ))}
          </div>
          <div className="code-tools">
            <span className="code-language">mermaid</span>
            {toggle}
            <CopyButton label={diagramTexts.copySource} text={() => source} />
          </div>
        </div>
      )}
      {drawing?.ok === false ? <p className="quiet-text">{problemOf(drawing)}</p> : null}
    </div>
  );
}

/** The drawing of a source, which is made when its place comes near the screen. */
function useDrawing(place: { readonly current: HTMLElement | null }, source: string): Drawing | undefined {
  const [known, setKnown] = useState<{ readonly source: string; readonly drawing: Drawing }>();
  useEffect(() => {
    if (place.current === null) return;
    let isWanted = true;
    const observer = new IntersectionObserver(
      async (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        const drawing = await drawDiagram(source);
        if (isWanted) setKnown({ source, drawing });
      },
      { rootMargin: NEAR },
    );
    observer.observe(place.current);
    return () => {
      isWanted = false;
      observer.disconnect();
    };
  }, [place, source]);
  return known?.source === source ? known.drawing : undefined;
}

/** As an image nothing of a drawing runs, leads anywhere or loads anything. */
function shown({ svg, width, height }: Picture) {
  return { src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`, width, height };
}

function altOf(source: string): string {
  const said = source.length > SAID ? `${source.slice(0, SAID)} …` : source;
  return diagramTexts.of(spelledOut(said));
}

function problemOf({ why, line }: Extract<Drawing, { readonly ok: false }>): string {
  if (why === "much") return diagramTexts.tooLarge;
  if (why === "slow") return diagramTexts.tooSlow;
  return diagramTexts.mistake(line);
}
