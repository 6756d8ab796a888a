import { inLanguage } from "@toolwright/view/internal/words";

/** Apps of MCP servers. */
export const appsTexts = inLanguage("apps", {
  of: "App of",
  ofServer: (server: string) => `App of ${server}`,
  calls: "Calls of the app",
  tookFocus: "The app was ended: it took the focus while you were writing.",
  wantsToOpen: "The app wants to open",
  open: "Open",
  doNotOpen: "Do not open",
  reachesNothing: "reaches nothing outside",
  reaches: (hosts: string) => `reaches ${hosts}`,
  close: "Close",
  show: "Show its app",
  opening: "Opening the app…",
  notShown: (why: string) => `The app cannot be shown: ${why}`,
  loadsFrom: "It loads from these places, and may tell them what it sees.",
  run: "Run it",
});
