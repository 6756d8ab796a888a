/** What may happen to a call, from the mildest to the strictest. */
const OUTCOMES = ["allow", "ask", "deny"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * Why something was found, from what has the least to tell. Modes look at this, never at the text: `allowed` nothing in
 * the way; `no-rule` nothing speaks for it; `edit` a write inside the workspace that no rule covers; `outside` a path
 * outside the workspace; `guard` an argument or construct that no wildcard approves; `rule` a rule of a policy;
 * `forced` something irreversible; `protected` a built-in denial; `forbidden` the end of the workspace or the machine.
 */
const KINDS = ["allowed", "no-rule", "edit", "outside", "guard", "rule", "forced", "protected", "forbidden"] as const;
export type FindingKind = (typeof KINDS)[number];

/** What a line would come across that may not be read: no reason to ask where it runs so that it cannot open it. */
export interface Met {
  /** Of a file as it is on disk; of a folder as the rules name it. */
  readonly path: string;
  /** It is a folder: what is denied in it, whatever that is. */
  readonly below?: true;
}

/** One judgement of one part of a call. */
export interface Finding {
  readonly verdict: Outcome;
  readonly kind: FindingKind;
  readonly reason: string;
  /** The rule that decided, as it is written in a policy. */
  readonly rule?: string;
  /** The narrowest rule that would allow this part. */
  readonly remember?: string;
  /** Found by the built-in list of harmless commands, not by a rule: it changes nothing. */
  readonly readOnly?: boolean;
  /** It writes files and does nothing else, and each of them is judged as a write of its own. */
  readonly edits?: boolean;
  /** A sandbox that holds commands holds this too: it does no more there than a program of the project may. */
  readonly contained?: boolean;
  /** It stands in the way for what the line would come across alone: see {@link Met}. */
  readonly meets?: Met;
  /** It runs a text that the line does not spell: the question begins with it. */
  readonly computed?: boolean;
}

/** The finding that decides: the strictest verdict, and among equals the most telling kind, the first of them. */
export function strictest(findings: readonly Finding[]): Finding | undefined {
  let worst: Finding | undefined;
  for (const finding of findings) {
    if (worst === undefined || rank(finding) > rank(worst)) worst = finding;
  }
  return worst;
}

function rank(finding: Finding): number {
  return OUTCOMES.indexOf(finding.verdict) * KINDS.length + KINDS.indexOf(finding.kind);
}

/** An ask that only an exact rule can answer beforehand. */
export function guard(reason: string): Finding {
  return { verdict: "ask", kind: "guard", reason };
}

/** An ask about a text that is run and that nobody sees in the line. */
export function computed(reason: string): Finding {
  return { verdict: "ask", kind: "guard", reason: `Computed text is run: ${reason}`, computed: true };
}

/** An ask about something that cannot be undone. */
export function forced(reason: string): Finding {
  return { verdict: "ask", kind: "forced", reason };
}

/** A built-in denial, which no rule lifts. */
export function denial(reason: string): Finding {
  return { verdict: "deny", kind: "protected", reason };
}

/** What is never run, whoever approves it. */
export function forbidden(reason: string): Finding {
  return { verdict: "deny", kind: "forbidden", reason };
}

/** Would a sandbox take the place of a yes? Not for what a person, a list of files or a loss that stays asks about. */
export function isHeldBySandbox({ verdict, kind, contained, readOnly }: Finding): boolean {
  return verdict === "ask" && readOnly !== true && (kind === "no-rule" || kind === "edit" || contained === true);
}
