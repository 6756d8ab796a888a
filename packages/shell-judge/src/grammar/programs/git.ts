import type { Grammar } from "../grammar.ts";
import { GIT_CHANGES } from "./git-changes.ts";
import { GIT_LOOKS } from "./git-looks.ts";
import { GIT_REFS } from "./git-refs.ts";

/** git. Subcommands that are missing here run programs, copy a whole history into a file, or may be an alias. */
export const git: Grammar = {
  names: "git",
  versions: ["git 2.39", "git 2.50"],
  repository: true,
  options: "-C=cd -P,--no-pager --no-optional-locks --no-replace-objects --literal-pathspecs",
  subcommands: { ...GIT_LOOKS, ...GIT_REFS, ...GIT_CHANGES },
  alone: { effect: "reads", options: "-v,--version -h,--help" },
};
