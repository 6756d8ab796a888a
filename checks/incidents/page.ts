import { ELSEWHERE, type Said } from "./elsewhere.ts";
import type { Incident } from "./judge-incidents.ts";

/** The page of all incidents; a row is a line of its table. */
export function pageOf(rows: readonly string[], elsewhere: Said): string {
  const { program, version } = ELSEWHERE;
  return `# What agents did to people, tried here

<!-- Written by \`npm run incidents\`. -->

Each row is a report from a public tracker: where it stands, what happened, what is tried here, and what comes of
it where no rule was written. Without a sandbox nothing of it runs unasked, but for changes of files in accept-edits. With \`--yes\` every
question is answered with yes, and the sandbox holds what runs: that is the harm which a yes to everything does.

- \`stopped\`: never run, whoever approves. \`asked\`: a person sees it first, and it does not run where nobody answers.
- \`undone\`: it ran, and \`undo\` brought every file back. \`harmless\`: it was started, and every file of a small
  repository was as before; without a network, a database or the project's own code, and for eight seconds at most.
- \`not tried\`: it would run in the sandbox, which has no network, but its program is not on the machine that wrote this page,
  or that machine was too busy to come to it in three tries.
- \`lost\`: something is gone, in each of three tries. On a busy machine the state of the folder cannot always be kept
  in time before a line runs: \`undo\` does not bring its files back then, and the command says so when it runs.
- \`open\` stands in the last column alone: it would run unasked.

The last column is what the policy of ${program} ${version} says of the same calls with the rules that it ships, read by its own engine,
which runs nothing. ${countsOf(elsewhere)} Its sandbox, which a person switches on, is not tried.
The rules of codex cannot stand here: \`codex execpolicy check\` of 0.171.0 wants a file of rules, and its packages bring none.

| Report | What happened | Tried as | Default | Accept-edits | In the sandbox | With \`--yes\` | ${program} ${version} |
| --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join("\n")}
`;
}

/** A line of its table. */
export function rowOf(link: string, cells: readonly string[]): string {
  const name = new URL(link).pathname.slice(1).replace("/issues/", "#");
  return `| [${name}](${link}) | ${cells.join(" | ")} |`;
}

/** Characters of a call that are shown. */
const LONGEST = 160;

/** Longer calls are cut: the page has one line for each. */
export function wordsOf({ call }: Incident): string {
  const [words = ""] = Object.values(call.arguments).flat();
  const text = `${call.name === "bash" ? "" : `${call.name} `}${String(words)}`.replaceAll("\n", " ⏎ ");
  return `\`${(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text).replaceAll("|", "\\|")}\``;
}

function countsOf(said: Said): string {
  const count = (mode: keyof Said) => {
    const all = Object.values(said[mode]);
    const open = all.filter((outcome) => outcome === "open").length;
    return { open, all: all.length };
  };
  const [usual, edits, yolo] = [count("default"), count("autoEdit"), count("yolo")];
  return (
    `In its default mode it asks about ${usual.all - usual.open} of ${usual.all} and lets ${usual.open} pass, in \`auto_edit\` ` +
    `${edits.open}, in \`yolo\` ${yolo.open}.`
  );
}
