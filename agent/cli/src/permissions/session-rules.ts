import { type PolicyFile, readPolicy } from "@toolwright/workspace";

/** Rules that hold as long as the command runs: of each conversation where it has several, else of the one. */
export class SessionRules {
  readonly #rules = new Map<string | undefined, readonly string[]>();

  add(rules: readonly string[], conversation: string | undefined): void {
    const all = [...new Set([...this.of(conversation), ...rules])];
    policyFrom(all);
    this.#rules.set(conversation, all);
  }

  of(conversation: string | undefined): readonly string[] {
    return this.#rules.get(conversation) ?? [];
  }

  /** Undefined where there are none. */
  policyOf(conversation: string | undefined): PolicyFile | undefined {
    const rules = this.of(conversation);
    return rules.length === 0 ? undefined : policyFrom(rules);
  }
}

function policyFrom(allow: readonly string[]): PolicyFile {
  const parsed = readPolicy({ allow });
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.policy;
}
