import { useState } from "react";
import { Icon, type IconName } from "../icons/icon.tsx";
import { appTexts } from "../words/app.ts";
import { chooseTheme, keptTheme, THEMES, type Theme } from "./theme.ts";

const ICONS: Readonly<Record<Theme, IconName>> = { system: "system", light: "sun", dark: "moon" };

/** The colours of the page: each press takes the next of system, light and dark. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(keptTheme);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
  const change = () => {
    chooseTheme(next);
    setTheme(next);
  };
  const words = appTexts.colours[theme];
  return (
    <button type="button" className="quiet icon-button" aria-label={words} title={words} onClick={change}>
      <Icon name={ICONS[theme]} />
    </button>
  );
}
