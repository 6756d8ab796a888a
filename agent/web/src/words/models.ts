import { inLanguage } from "@toolwright/view/internal/words";

/** Picking a model where there is none. */
export const pickTexts = inLanguage("pick", {
  heading: "Pick a model",
  watch: "Watch a recorded session",
  watchAbout: "A model once did this task. Its calls run again in a folder of their own, and you are asked.",
  look: "Look for a model on this machine",
  lookAbout: "Asks 127.0.0.1 at the ports of Ollama (11434) and llama.cpp (8080), without a key.",
  noneFound: "No model server answers on this machine.",
  takeModel: (label: string) => `Use ${label}`,
  key: "Use a provider’s key",
  keyAbout: "Kept in the server’s memory until it stops, and never sent back.",
  provider: "Provider",
  detect: "Detect from the key",
  use: "Use",
});

/** What the next message is sent with. */
export const choiceTexts = inLanguage("choices", {
  model: "Model",
  effort: "Effort",
  defaultEffort: "Default effort",
  effortOf: (name: string) => `Effort: ${name}`,
  mode: "Mode",
  modeIs: "Mode:",
  tools: "Tools",
  toolsOf: (count: string) => `Tools: ${count}`,
  all: "all",
  none: "none",
  someOf: (picked: number, all: number) => `${picked} of ${all}`,
  allTools: "All tools",
  noTools: "No tools",
});
