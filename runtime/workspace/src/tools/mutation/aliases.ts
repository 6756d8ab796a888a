/** What models write for `file_path`: the names that other agents' tools have for it. */
export const FILE_PATH = names("path filePath filepath filename file_name fileName file target_file absolute_path");

/** The same for the text of a whole file. */
export const CONTENT = names("contents text file_text fileText file_content code_content data");

/** The same for the two texts of an edit. */
export const OLD_STRING = names("old_str oldString oldStr old_text oldText old search find search_string");
export const NEW_STRING = names("new_str newString newStr new_text newText new replace replacement replace_string");
export const REPLACE_ALL = names("replaceAll allow_multiple");

/** The same for several edits, and for a patch. */
export const EDITS = names("changes replacements");
export const PATCH = names("input diff patchText patch_text unified_diff");

function names(text: string): readonly string[] {
  return text.split(" ");
}
