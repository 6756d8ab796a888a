/** True when a jq filter loads no module, reads no further input by name and shows no environment. */
export function jqFilterIsHarmless(filter: string): boolean {
  return !/\b(?:import|include|modulemeta|env|input_filename|get_search_list|input_line_number|debug|\$__loc__)\b|\$ENV|\$__/.test(
    filter,
  );
}
