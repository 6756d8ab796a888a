/** What a tool of another agent is called, and the family of calls here that it stands for. */
const ALIASES: Readonly<Record<string, string>> = {
  bash:
    "shell run_shell_command run_command run_terminal_cmd run_in_terminal execute_command execute_bash " +
    "exec_command shell_command local_shell runterminalcommand powershell",
  read:
    "read_file readfile read_files read_many_files view_file open_file notebookread list_directory list_dir " +
    "list_files listdirectory search_file_content search_files file_search grep_search glob_file_search " +
    "codebase_search find_files",
  edit:
    "multiedit write_file writefile write_to_file create_file edit_file delete_file replace_in_file " +
    "insert_content search_replace apply_diff str_replace_editor str_replace_based_edit_tool notebookedit",
  webfetch: "web_fetch fetch_url fetch_webpage",
};

const FAMILY_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(ALIASES).flatMap(([family, names]) =>
    names.split(" ").map((name): [string, string] => [name, family]),
  ),
);

/** The family that a name of another agent's tool stands for; undefined: it is no such name. */
export function aliasedFamily(name: string): string | undefined {
  return FAMILY_OF.get(name.toLowerCase());
}
