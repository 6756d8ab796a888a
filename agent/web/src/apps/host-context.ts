import type { Fields } from "@toolwright/view/internal";
import { dateLocale } from "../base/date-locale.ts";

/** Pixels that an app may be tall; what is taller scrolls inside. */
export const TALLEST = 600;

/** The variables of MCP Apps of 2026-01-26 ("Theming"), and ours that they are: each has both of its colours. */
const VARIABLES = {
  "--color-background-primary": "--tw-page",
  "--color-background-secondary": "--tw-raised",
  "--color-background-tertiary": "--tw-sunken",
  "--color-text-primary": "--tw-text",
  "--color-text-secondary": "--tw-quiet",
  "--color-text-tertiary": "--tw-quiet",
  "--color-text-success": "--tw-good",
  "--color-text-danger": "--tw-bad",
  "--color-text-warning": "--tw-ask",
  "--color-text-info": "--tw-accent",
  "--color-border-primary": "--tw-line",
  "--color-border-secondary": "--tw-line",
  "--color-ring-primary": "--tw-accent",
  "--font-sans": "--tw-font",
  "--font-mono": "--tw-mono",
  "--border-radius-md": "--tw-radius",
} as const;

/** What an app is told of the page around it. */
export function hostContext(width: number): Fields {
  const root = getComputedStyle(document.documentElement);
  const variables = Object.entries(VARIABLES).map(([name, ours]) => [name, root.getPropertyValue(ours).trim()]);
  const touch = window.matchMedia("(pointer: coarse)").matches;
  return {
    theme: themeOf(document.documentElement.dataset.theme),
    styles: { variables: Object.fromEntries(variables) },
    displayMode: "inline",
    availableDisplayModes: ["inline"],
    containerDimensions: { width, maxHeight: TALLEST },
    locale: dateLocale(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: "toolwright",
    platform: "web",
    deviceCapabilities: { touch, hover: !touch },
  };
}

function themeOf(chosen: string | undefined): "light" | "dark" {
  if (chosen === "light" || chosen === "dark") return chosen;
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
