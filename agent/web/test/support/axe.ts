import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
  }[];
}

declare const axe: { run(): Promise<AxeResults> };

/** What axe-core finds wrong with a page as it stands, in words; motion is over by then. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.waitForTimeout(400);
  // Scripts of a page's own are bound by its policy; those of its debugger are not.
  await page.evaluate(SOURCE);
  const found = await page.evaluate(() => axe.run());
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = "" }) => `${id} at ${target.join(" ")}: ${failureSummary.replaceAll("\n", " ")}`,
    ),
  );
}
