import { grammars } from "../notation.ts";
import { GIT_CHANGES } from "./git-changes.ts";
import { GIT_LOOKS } from "./git-looks.ts";
import { GIT_REFS } from "./git-refs.ts";

/** git. Subcommands that are missing here run programs, copy a whole history into a file, or may be an alias. */
export const GIT = grammars(`
git | git 2.39, git 2.50 | repository
  -C=cd -P,--no-pager --no-optional-locks --no-replace-objects --literal-pathspecs
  reads -v,--version -h,--help
${GIT_LOOKS}${GIT_REFS}${GIT_CHANGES}`);
