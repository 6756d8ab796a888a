/** What other tool systems call the folder that a tool looks in. */
export const FOLDER_NAMES: readonly string[] =
  "directory dir folder dir_path dirPath directory_path folder_path root_path target_directory relative_workspace_path file_path filePath filepath".split(
    " ",
  );

/** What they call a number of results. */
export const COUNT_NAMES: readonly string[] = "max_results maxResults head_limit max_count num_results".split(" ");
