/**
 * Whether a model of this name is known to write programs that its provider runs, by the providers' own pages:
 * https://developers.openai.com/api/docs/guides/tools-programmatic-tool-calling (GPT-5.6 and later),
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/programmatic-tool-calling (`code_execution_20260120`:
 * Opus and Sonnet 4.5 and later). A server that passes requests on may know nothing of it: the option `hostsPrograms`
 * says so.
 */
export function isKnownToHostPrograms(model: string): boolean {
  const own = model.slice(Math.max(model.lastIndexOf("/"), model.indexOf(":")) + 1).toLowerCase();
  return /^(?:gpt-(?:5\.[6-9]|[6-9])|claude-(?:opus|sonnet)-(?:4-[5-9](?!\d)|[5-9](?!\d)))/.test(own);
}
