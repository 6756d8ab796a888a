/** The tools by which a program finds others, as `src/search` makes them. */
export const FINDER_NAMES = ["search_tools", "describe_tool"] as const;

/** Their declarations, which stand at the end of a list that is not whole. */
export const FINDERS: readonly string[] = [
  "/** Tools that fit some words, best first. */",
  "search_tools(args: { query: string }): Promise<{ name: string; description: string; declaration: string }[]>;",
  "/** All of one tool that is not declared here. */",
  "describe_tool(args: { name: string }): Promise<{ name: string; description: string; declaration: string }>;",
];
