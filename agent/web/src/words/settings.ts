import { inLanguage } from "@toolwright/view/internal/words";

/** The settings of the page. */
export const settingsTexts = inLanguage("settings", {
  heading: "Settings",
  close: "Close",
  opening: "Opening…",
  tabs: {
    general: "General",
    models: "Models",
    servers: "MCP servers",
    instructions: "Instructions",
    budget: "Budget",
    changes: "History",
  },
  language: "Language",
  languageOfBrowser: "As the browser",
  languageReloads: "The page is loaded again. What the agent, its tools and the server say stays in their language.",
  sandbox: "Sandbox",
  noSandbox: "Commands run without a sandbox.",
  heldBy: (sandbox: string) => `Commands run in ${sandbox}.`,
  servers: "MCP servers",
  unusable: (why: string) => `cannot be used: ${why}`,
  toolCount: (count: number) => (count === 1 ? "1 tool" : `${count} tools`),
  notifications: "Notifications",
  notify: "Notify me of questions while this page is hidden",
  notAllowed: "The browser blocks notifications from this page.",
  rules: "Saved rules",
  rulesAbout: "Calls that match one of these rules run in this folder without asking.",
  noRules: "No saved rules.",
  takeBack: "Take back",
  takeBackOne: (rule: string) => `Take back ${rule}`,
});
