/** Answers to one question in a form that no decision has, and the words in which each is refused. */
export function wrongDecisions(approvalId: string): readonly (readonly [given: unknown, words: RegExp])[] {
  return [
    [{ approvalId, approve: true, args: { amount: 1 } }, /there is no field "args", did you mean arguments\?/],
    [{ approvalId, approved: true }, /there is no field "approved", did you mean approve\?/],
    [{ approvalId, approve: true, always: true }, /always counts where rules are saved, at POST \/api\/approvals\/:id/],
    [{ approvalId, approve: true, always: "session" }, /always counts where rules are saved/],
    [{ approvalId, approve: true, always: "yes" }, /always must be true, false or "session", got "yes"/],
    [{ approvalId, approve: false, also: ["b"] }, /a refusal allows nothing besides/],
    [{ approvalId, approve: true, also: "b" }, /also must be ids of questions, .* got "b"/],
    [
      { approvalId, approve: true, also: [{ id: "b" }] },
      /also must be ids of questions, or \{ approvalId, preview\? \}/,
    ],
    [{ approvalId, approve: true, also: [{ approvalId: "b", preview: 7 }] }, /also must be ids of questions/],
    [{ approvalId, approve: true, also: [{ approvalId: "b", approve: true }] }, /also must be ids of questions/],
    [{ approvalId, approve: true, also: [null] }, /also must be ids of questions/],
    [{ approvalId, approve: true, more: 3 }, /more must be \{ toolName, times: 1 to 1,000 \}, got 3/],
    [{ approvalId, approve: true, more: null }, /more must be/],
    [{ approvalId, approve: true, more: { toolName: "a" } }, /more must be/],
    [{ approvalId, approve: true, more: { toolName: "a", times: 0 } }, /more must be/],
    [{ approvalId, approve: true, more: { toolName: "a", times: 1.5 } }, /more must be/],
    [{ approvalId, approve: true, more: { toolName: "a", times: 1_001 } }, /more must be/],
    [{ approvalId, approve: true, more: { toolName: "a", times: "2" } }, /more must be/],
    [{ approvalId, approve: true, more: { toolName: 7, times: 2 } }, /more must be/],
    [{ approvalId, approve: true, more: { toolName: "a", times: 2, program: "p" } }, /more must be/],
    [
      { approvalId, approve: true, arguments: {}, more: { toolName: "a", times: 2 } },
      /edited arguments count for one call/,
    ],
    [{ approvalId, approve: false, more: { toolName: "a", times: 2 } }, /a refusal allows nothing more/],
    [{ approvalId, approve: true, preview: 7 }, /preview must be a string, got 7/],
    [{ approvalId, approve: "true" }, /approve must be true or false, got "true"/],
    [{ approvalId, approve: 1 }, /approve must be true or false, got 1/],
    [{ approvalId }, /approve must be true or false, got undefined/],
    [{ approve: true }, /approvalId must be a string, got undefined/],
    [{ approvalId, approve: true, arguments: [1] }, /arguments must be a JSON object, got an array of 1/],
    [{ approvalId, approve: true, arguments: null }, /arguments must be a JSON object, got null/],
    [{ approvalId, approve: false, arguments: {} }, /a refusal takes no arguments/],
    [{ approvalId, approve: false, reason: 7 }, /reason must be a string, got 7/],
    [{ approvalId, approve: true, reason: null }, /reason must be a string, got null/],
    [{}, /approvalId must be a string/],
    ["true", /got "true"/],
    [true, /got true/],
    [undefined, /got undefined/],
  ];
}

/** Named by every refusal. */
export const RIGHT_FORM =
  "{ approvalId, approve: true, arguments?, reason?, more?, preview? } or { approvalId, approve: false, reason?, preview? }";
