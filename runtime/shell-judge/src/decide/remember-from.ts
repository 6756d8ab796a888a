import type { Finding } from "../verdict/finding.ts";

/** What "always" saves for the findings from here on: one rule, or nothing, where it would not be enough. */
export function rememberFrom(findings: Finding[], from: number, rule: string | undefined): void {
  for (let index = from; index < findings.length; index++) {
    const before = findings[index];
    if (before?.remember === undefined) continue;
    const { remember: _, ...finding } = before;
    findings[index] = rule === undefined ? finding : { ...finding, remember: rule };
  }
}

/** Of the findings from here on only what rules and denials say. */
export function keepStrict(findings: Finding[], from: number): void {
  findings.push(...findings.splice(from).filter(({ verdict, kind }) => verdict === "deny" || kind === "rule"));
}

/** Whether "always" saves nothing for a finding: a rule would not lift it. */
export function isNeverSaved({ verdict, kind }: Finding): boolean {
  return verdict === "deny" || (verdict === "ask" && (kind === "guard" || kind === "forced" || kind === "rule"));
}
