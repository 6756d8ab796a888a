import type { Issue } from "../../result/error-info.ts";
import { cutWithEllipsis } from "../../text/cut-with-ellipsis.ts";

/** The most issues that one refusal names; the rest are counted. */
const MAX_ISSUES = 20;
const MAX_MESSAGE_LENGTH = 300;
/**
 * The most arms of ambiguous unions and references that one check may follow, which bounds schemas that hold
 * themselves.
 */
const MAX_ATTEMPTS = 200_000;

/** What belongs to one whole check, shared by the arms of its unions. */
export interface CheckRun {
  attempts: number;
  /** Places that the validator refused for a reason the schema states. */
  readonly blamed: ReadonlySet<string>;
  /** Whether a message may repeat a value. */
  readonly quotes: boolean;
}

/** What the explainer found in one value, or in one arm of a union. */
export class Findings {
  readonly run: CheckRun;
  readonly issues: Issue[] = [];
  readonly unknownKeys: Issue[] = [];
  count = 0;
  unknownCount = 0;

  constructor(run: CheckRun) {
    this.run = run;
  }

  /** The message is made only when there is room for it. */
  add(path: string, message: () => string): void {
    if (this.count++ < MAX_ISSUES) this.issues.push({ path, message: message() });
  }

  addUnknownKey(path: string, message: () => string): void {
    const issue = this.unknownCount++ < MAX_ISSUES ? { path, message: message() } : undefined;
    if (issue) this.unknownKeys.push(issue);
    if (this.count++ < MAX_ISSUES && issue) this.issues.push(issue);
  }

  has(path: string): boolean {
    return this.issues.some((issue) => issue.path === path);
  }

  take(other: Findings): void {
    append(this.issues, other.issues);
    append(this.unknownKeys, other.unknownKeys);
    this.count += other.count;
    this.unknownCount += other.unknownCount;
  }

  takeUnknownKeys(other: Findings): void {
    append(this.issues, other.unknownKeys);
    append(this.unknownKeys, other.unknownKeys);
    this.count += other.unknownCount;
    this.unknownCount += other.unknownCount;
  }

  /** Room for the findings of one arm. Throws when too many arms have been tried. */
  attempt(): Findings {
    this.spend();
    return new Findings(this.run);
  }

  /** Counts one arm or reference. Throws when there were too many. */
  spend(): void {
    if (this.run.attempts++ > MAX_ATTEMPTS) throw new RangeError("too many alternatives");
  }
}

function append(issues: Issue[], more: readonly Issue[]): void {
  issues.push(...more.slice(0, MAX_ISSUES - issues.length));
}

/** At most 20 issues, each on one line, of at most 300 characters, and how many more there were. */
export function limitIssues(issues: readonly Issue[], count = issues.length): readonly Issue[] {
  const shown = issues.slice(0, MAX_ISSUES).map(({ path, message }) => ({
    path: oneLine(path),
    message: oneLine(cutWithEllipsis(message, MAX_MESSAGE_LENGTH)),
  }));
  if (count > shown.length) shown.push({ path: "", message: `…and ${count - shown.length} more` });
  return shown;
}

/** A refusal is one line, and what a model puts into a key may not steer a terminal. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, (character) => {
    const code = character.charCodeAt(0);
    return character === "\n" ? "\\n" : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}
