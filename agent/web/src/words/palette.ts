import { inLanguage } from "@toolwright/view/internal/words";

/** All that can be done from the keyboard. */
export const paletteTexts = inLanguage("palette", {
  goTo: "Go to anything",
  field: "Conversations, actions, models",
  matches: "Matches",
  searching: "Searching…",
  nothing: "No match.",
  kinds: { action: "action", thread: "conversation", model: "model", effort: "effort", mode: "mode" },
  new: "New conversation",
  stop: "Stop the run",
  search: "Search conversations",
  changes: "Show the changes of this conversation",
  timeline: "Show the timeline",
  steps: "Look back at earlier steps",
  jobs: "Show background jobs",
  plan: "Show the plan",
  pin: "Pin this conversation",
  unpin: "Unpin this conversation",
  archive: "Archive this conversation",
  unarchive: "Unarchive this conversation",
  exportMarkdown: "Export this conversation as Markdown",
  exportHtml: "Export this conversation as one page (HTML)",
  exportJson: "Export this conversation as JSON",
  settings: "Settings",
  shortcuts: "Keyboard shortcuts",
});

function pairs(...all: readonly (readonly [keys: string, does: string])[]) {
  return all;
}

/** Keys, and what they do. */
export const shortcutTexts = inLanguage("shortcuts", {
  heading: "Keyboard shortcuts",
  close: "Close",
  keys: pairs(
    ["Ctrl+K or ⌘K", "Go to a conversation, an action or a model"],
    ["Alt+N", "New conversation"],
    ["/", "Search conversations, or a command in an empty message"],
    ["@", "Name a file in a message"],
    ["Enter", "Send; during a run, say something to it"],
    ["Shift+Enter", "A new line"],
    ["Esc", "Close what is open, else stop the run"],
    ["1 2 3", "Allow once, always allow, refuse with a note, while a question has the focus"],
    ["↑ ↓ Home End", "From row to row in lists; → to the actions of a conversation"],
    ["?", "This list"],
  ),
});
