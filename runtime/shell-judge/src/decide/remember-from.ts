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

/** Whether "always" saves nothing for a finding: a rule would not lift it. */
export function isNeverSaved({ verdict, kind }: Finding): boolean {
  return verdict === "deny" || (verdict === "ask" && (kind === "guard" || kind === "forced" || kind === "rule"));
}
