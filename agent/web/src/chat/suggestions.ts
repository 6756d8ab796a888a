/** A request that a click sends, and one tool that it needs. */
interface Suggestion {
  readonly tool: string;
  readonly prompt: string;
}

/** In words that the stand-in for a model understands, too. */
const SUGGESTIONS: readonly Suggestion[] = [
  { tool: "ls", prompt: "List the files here" },
  { tool: "grep", prompt: "Search for 'TODO'" },
  { tool: "bash", prompt: "Run `git status`" },
  { tool: "write", prompt: 'Create a file notes.txt with the content "buy milk"' },
  { tool: "read", prompt: "Read README.md" },
  { tool: "glob", prompt: "Find *.md" },
];
const SHOWN = 4;

/** What can be asked of an agent with these tools, at most four. */
export function suggestionsFor(tools: readonly { readonly name: string }[]): readonly string[] {
  const names = new Set(tools.map(({ name }) => name));
  return SUGGESTIONS.filter(({ tool }) => names.has(tool))
    .slice(0, SHOWN)
    .map(({ prompt }) => prompt);
}
