import { Suspense, useLayoutEffect, useRef } from "react";
import { later } from "../base/later.ts";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { Palette } from "../palette/palette.tsx";
import { Shortcuts } from "../palette/shortcuts.tsx";
import { useShortcuts } from "../palette/use-shortcuts.ts";
import { Settings } from "../settings/settings.tsx";

// Few prompts are chosen.
const PromptPanel = later(async () => (await import("../composer/offers/prompt-panel.tsx")).PromptPanel);

/** The panel that lies over the page; the focus goes back to where it was when it closes. */
export function OpenPanel() {
  const { panels } = useServices();
  const panel = useStore(panels, (state) => state);
  const before = useRef<Element | null>(null);
  useShortcuts(panels);
  // Before the panel itself takes the focus.
  useLayoutEffect(() => {
    if (panel === undefined) return;
    before.current = document.activeElement === document.body ? null : document.activeElement;
    return () => {
      if (before.current instanceof HTMLElement) before.current.focus();
    };
  }, [panel]);
  const close = () => panels.open(undefined);
  if (panel === "palette") return <Palette onClose={close} />;
  if (panel === "shortcuts") return <Shortcuts onClose={close} />;
  if (panel === "settings") return <Settings onClose={close} />;
  if (panel === undefined) return null;
  return (
    <Suspense>
      <PromptPanel wanted={panel.prompt} onClose={close} />
    </Suspense>
  );
}
