import type { ApprovalDecision, ApprovalRequest } from "../journal/event.ts";
import type { JsonObject } from "../json/json.ts";
import { checkArgument, checkOptions, type OptionRules } from "../options/check-options.ts";
import { aBoolean, aFunction, anArray, anObject, aText, either } from "../options/option-rules.ts";
import type { Approver } from "../run/policy.ts";
import { firstDifference, shownJson } from "./first-difference.ts";

/** How a question about a call is answered. */
export interface ApprovalRule {
  readonly tool: string;
  /**
   * Arguments that the call has beside others, or a function that says whether the rule is for them. Matchers of
   * Vitest and Jest may stand in them. Left out: the rule is for every call of the tool.
   */
  readonly arguments?: object | ((args: JsonObject) => boolean);
  /**
   * `true` lets the call run; `false` refuses it and ends the run, as a person does without a word; a text refuses it
   * with that reason, and the run goes on; `{ arguments }` lets it run with other ones.
   */
  readonly answer: boolean | string | { readonly arguments: JsonObject };
}

/** An approver that answers by rules. */
export interface RulesApprover extends Approver {
  /** Every question so far, in order. */
  readonly asked: readonly ApprovalRequest[];
  /** Throws an `Error` that names the questions that no rule was for. */
  assertComplete(): void;
}

/**
 * An approver that answers every question by the first rule that is for it. A question that no rule is for is refused
 * with a reason that says so. Throws a `TypeError` for what is no rule.
 */
export function approverByRules(rules: readonly ApprovalRule[]): RulesApprover {
  checkArgument(rules, { of: "The rules of approverByRules", rule: RULES });
  for (const [place, rule] of rules.entries())
    checkOptions<ApprovalRule>(rule, {
      of: `[${place}] of the rules of approverByRules`,
      rules: RULE,
      otherNames: { name: "tool", toolName: "tool", args: "arguments", approve: "answer" },
      needed: ["tool", "answer"],
    });
  const asked: ApprovalRequest[] = [];
  const unanswered: string[] = [];
  return {
    asked,
    async approve(request) {
      asked.push(request);
      const rule = rules.find((one) => isFor(one, request));
      if (rule !== undefined) return decisionOf(rule, request);
      const call = `${request.toolName} ${shownJson(request.arguments, LONGEST)}`;
      unanswered.push(call);
      return { approvalId: request.approvalId, approve: false, reason: `No rule of this approver is for ${call}.` };
    },
    assertComplete() {
      if (unanswered.length > 0) throw new Error(`No rule of approverByRules was for: ${unanswered.join("; ")}.`);
    },
  };
}

/** UTF-16 units of arguments that a sentence shows. */
const LONGEST = 200;

const RULES = { form: "an array: [{ tool, arguments, answer }]", fits: anArray.fits };

const RULE: OptionRules<ApprovalRule> = {
  tool: aText,
  arguments: either(anObject, aFunction),
  answer: either(aBoolean, aText, {
    form: "{ arguments }",
    fits: (value) => anObject.fits(value) && anObject.fits(Reflect.get(Object(value), "arguments")),
  }),
};

function isFor({ tool, arguments: wanted }: ApprovalRule, { toolName, arguments: args }: ApprovalRequest): boolean {
  if (tool !== toolName) return false;
  if (typeof wanted === "function") return wanted(args);
  const keys = Object.entries(wanted ?? {});
  return keys.every(([key, value]) => Object.hasOwn(args, key) && firstDifference(value, args[key]) === undefined);
}

function decisionOf({ answer }: ApprovalRule, { approvalId }: ApprovalRequest): ApprovalDecision {
  if (typeof answer === "boolean") return { approvalId, approve: answer };
  if (typeof answer === "string") return { approvalId, approve: false, reason: answer };
  return { approvalId, approve: true, arguments: answer.arguments };
}
