import { broughtSentence } from "../guards/armed.ts";
import type { CommandReading, CommandView } from "../guards/command-view.ts";
import type { Finding } from "../verdict/finding.ts";

/** A question that says what of the folder would run beside. */
export function withBrought(finding: Finding, reading: CommandReading, view: CommandView): Finding {
  const { name, root, home, repository } = view;
  const directories = reading.directories ?? view.directories;
  const hooks = name === "git" ? repository.hooks() : [];
  const more =
    hooks.length > 0
      ? `Hooks of this repository may run: ${hooks.join(", ")}.`
      : broughtSentence(name, { directories, root, home, armed: (...asked) => repository.armed(...asked) });
  return more === undefined ? finding : { ...finding, reason: `${finding.reason} ${more}` };
}
