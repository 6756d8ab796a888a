import {
  type DiskFacts,
  type Finding,
  isHeldBySandbox,
  isInside,
  judgeOnDisk,
  type ModeOptions,
  normalise,
} from "@toolwright/shell-judge";
import { keepWords } from "../tools/bash/read-words.ts";
import type { FileGuard } from "../workspace/file-guard.port.ts";
import type { PermissionOptions, Sandboxed } from "./create-permissions.ts";
import { type AnsweredCall, heldToUndo } from "./held-to-undo.ts";
import type { JudgedCall, JudgedTool } from "./judge-tool.ts";
import { LinesKeptFromFiles } from "./lines-kept-from-files.ts";
import { changesScripts } from "./package-scripts.ts";
import { JudgedLinks, permissionGuard } from "./permission-guard.ts";
import { RecentJudgements } from "./recent-judgements.ts";
import type { RuleJudge } from "./rule-judge.ts";
import { filesOf } from "./tool-paths.ts";

/** Judges calls by rules, and by what the disk, the sandbox and undo say of them. */
export class CallJudge {
  readonly #rules: RuleJudge;
  readonly #options: PermissionOptions;
  readonly #recent = new RecentJudgements();
  readonly #links = new JudgedLinks();
  /** Judges files when they are opened. */
  readonly guard: Required<FileGuard>;
  /** Lines that a sandbox keeps from files. */
  readonly lines: LinesKeptFromFiles;

  constructor(rules: RuleJudge, options: PermissionOptions) {
    this.#rules = rules;
    this.#options = options;
    const { root, home } = options;
    const judge = async (call: JudgedCall) => (await this.#look(call)).findings;
    this.guard = permissionGuard({ root, judge, denies: rules.denies, links: this.#links });
    this.lines = new LinesKeptFromFiles({
      root: normalise(root),
      home: normalise(home),
      denies: this.guard.denies,
    });
  }

  /** What is found of a call, what it would do, and the mode in which it is answered. */
  async judge(call: JudgedCall): Promise<AnsweredCall> {
    const { facts, ...judged } = await this.#look(call);
    const findings = await this.#withoutKeptFiles(call, judged);
    for (const path of filesOf(call, this.#rules.place)) {
      this.#links.note(path, realFrom(path, this.#options.root, facts));
    }
    const outside = judged.touches.outside || findings.some(({ kind }) => kind === "outside");
    const mode = await this.#modeFor(call.tool, findings);
    const answered = { findings, touches: { ...judged.touches, outside }, mode };
    return heldToUndo(call, answered, this.#options.foreseeChanges);
  }

  /** A probe that fails is no sandbox. */
  async sandbox(): Promise<Sandboxed> {
    const { sandboxed = false } = this.#options;
    try {
      return typeof sandboxed === "function" ? await sandboxed() : sandboxed;
    } catch {
      return false;
    }
  }

  /** By the rules and the disk. */
  async #look(given: JudgedCall): Promise<JudgedTool & { readonly facts: DiskFacts }> {
    const { realPaths, root, home } = this.#options;
    const disk = { ...this.#rules.place, disk: realPaths };
    const call = { ...given, changesScripts: await changesScripts(given, disk) };
    const key = this.#rules.keyOf(call);
    const before = key === undefined ? undefined : this.#recent.get(key);
    const found = await judgeOnDisk(realPaths, (facts) => this.#rules.judge(call, facts), before);
    if (key !== undefined) this.#recent.set(key, found);
    // What the disk says is left out: `bash` reads the words alone.
    const line = found.grounds?.assumed.line;
    if (line !== undefined) keepWords({ ...line, root, home });
    return { facts: found.facts, ...found.judged };
  }

  /** Without what stands against a line for files that the sandbox keeps from it. */
  async #withoutKeptFiles({ args }: JudgedCall, { starts, findings }: JudgedTool): Promise<readonly Finding[]> {
    if (!this.#rules.readsRules || starts === undefined) return findings;
    const isMet = findings.some(({ meets }) => meets !== undefined);
    if (!isMet && (!findings.some(isHeldBySandbox) || (await this.lines.hidesAll()))) return findings;
    const line = { command: String(args.command), starts };
    if (!this.lines.concerns(line) || (await this.sandbox()) !== "keeps-files") return findings;
    return this.lines.lifted(findings, line);
  }

  async #modeFor(tool: string, findings: readonly Finding[]): Promise<ModeOptions> {
    const { mode, asksForRule } = this.#rules;
    return asksForRule(tool, findings) ? { ...mode, sandboxed: (await this.sandbox()) !== false } : mode;
  }
}

/** Where a path was seen to lead, named from the root as the rules name it. */
function realFrom(path: string, root: string, facts: DiskFacts): string | undefined {
  const real = facts.realPath(path);
  const realRoot = facts.realPath(root);
  const inside = real !== undefined && realRoot !== undefined && isInside(real, realRoot);
  return inside ? normalise(root) + real.slice(realRoot.length) : real;
}
