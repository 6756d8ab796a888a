import { type EditFailure, editFailure } from "./edit-failure.ts";
import type { EditRequest } from "./edit-request.ts";
import { hasLoneSurrogate } from "./text-file.ts";

/** Refuses a request that cannot be carried out on any file; undefined when it can. */
export function checkRequest(request: EditRequest): EditFailure | undefined {
  const { oldString, newString, replaceAll = false, matchMode = "auto" } = request;
  if (newString.includes("\0")) {
    return editFailure("BINARY", "new_string contains a NUL character, which would make the file binary.");
  }
  if (hasLoneSurrogate(newString)) {
    return editFailure("NOT_UTF8", "new_string contains half of a surrogate pair, which UTF-8 cannot hold.");
  }
  if (hasLoneSurrogate(oldString)) {
    return editFailure("NO_MATCH", "old_string contains half of a surrogate pair, which no UTF-8 file holds.");
  }
  if (replaceAll && matchMode !== "auto" && matchMode !== "exact") {
    return editFailure("NO_MATCH", "replace_all replaces exact matches only. Leave match_mode out.");
  }
  return undefined;
}
