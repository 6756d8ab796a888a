import { inLanguage } from "@toolwright/view/internal/words";

/** The timeline of a conversation. */
export const timelinePageTexts = inLanguage("timelinePage", {
  dataOf: (label: string) => `Data of ${label}`,
  zoom: "Zoom in",
  closeData: "Close data",
  copyData: "Copy data",
  cut: (names: string) => `Too long and cut: ${names}`,
  cardMissing: "The card of this call is not loaded.",
  showCard: "Show its card",
  loadingRequest: "Loading the request…",
  sent: "Sent to the model",
  sentCount: (count: number) => `Sent: ${count === 1 ? "1 message" : `${count} messages`}`,
  furtherCharacters: (count: number) => `${count} more characters`,
  firstToken: (duration: string) => `first token ${duration}`,
  earlier: "Earlier events",
  events: "Events",
  showAll: "Show all of it",
  noneFits: "No event matches the filter.",
  loading: "Loading…",
  none: "Nothing has happened yet.",
  kinds: { model: "Model", tools: "Tools", approvals: "Questions", problems: "Problems" },
  filterEvents: "Filter events",
  filter: "Filter",
  show: "Show",
});
