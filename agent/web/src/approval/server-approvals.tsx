import type { ApprovalList, DecisionAnswer } from "@toolwright/view";
import {
  type CallRisk,
  callRisk,
  fieldIn,
  type HeldBy,
  isFields,
  listIn,
  type PendingQuestion,
  textIn,
} from "@toolwright/view/internal";
import { type PropsWithChildren, useMemo, useRef, useState } from "react";
import type { Api } from "../server/api.ts";
import { approvalTexts } from "../words/approval.ts";
import { type Approvals, ApprovalsProvider } from "./approvals.ts";
import type { OfferedMore } from "./more-calls.tsx";

interface ServerApprovalsProps extends PropsWithChildren {
  readonly api: Api;
}

/** Answers questions at a Toolwright server. */
export function ServerApprovals({ api, children }: ServerApprovalsProps) {
  const [questions, setQuestions] = useState<ReadonlyMap<string, PendingQuestion>>(new Map());
  const [info, setInfo] = useState<unknown>();
  const asking = useRef(new Set<string>());
  const actions = useMemo(() => {
    const learn = async (approvalId: string) => {
      if (asking.current.has(approvalId)) return;
      asking.current.add(approvalId);
      if (asking.current.size === 1) void api.get<unknown>("/api/info").then((told) => told.ok && setInfo(told.value));
      const answer = await api.get<ApprovalList>("/api/approvals");
      if (answer.ok) setQuestions(new Map(answer.value.approvals.map((asked) => [asked.approvalId, asked])));
      else asking.current.delete(approvalId);
    };
    return { decide: decideAt(api), onAsked: (approvalId: string) => void learn(approvalId) };
  }, [api]);
  const approvals = useMemo<Approvals>(() => {
    const riskOf = (approvalId: string, toolName: string) => {
      const asked = questions.get(approvalId);
      return info === undefined || asked === undefined ? undefined : riskIn(info, toolName, asked.reach);
    };
    return {
      ...actions,
      rulesFor: (approvalId) => questions.get(approvalId)?.always ?? [],
      keepsForSession: (approvalId) => questions.get(approvalId)?.forSession === true,
      argumentsFor: (approvalId) => questions.get(approvalId)?.arguments,
      neverAlways: (approvalId) => questions.get(approvalId)?.neverAlways,
      reachFor: (approvalId) => questions.get(approvalId)?.reach,
      isUndoable: (approvalId, toolName) => riskOf(approvalId, toolName)?.isUndoable === true,
      moreFor: (approvalId) => moreIn(questions, approvalId),
      riskOf,
    };
  }, [actions, questions, info]);
  return <ApprovalsProvider value={approvals}>{children}</ApprovalsProvider>;
}

function moreIn(questions: ReadonlyMap<string, PendingQuestion>, approvalId: string): OfferedMore | undefined {
  const asked = questions.get(approvalId);
  if (asked?.program === undefined) return undefined;
  const { programId } = asked.program;
  const same = [...questions.values()].filter(
    ({ program, threadId, toolName }) =>
      program?.programId === programId && threadId === asked.threadId && toolName === asked.toolName,
  );
  return { toolName: asked.toolName, waiting: same.length - 1 };
}

function decideAt(api: Api): Approvals["decide"] {
  return async (approvalId, answer) => {
    const sent = await api.post<DecisionAnswer>(`/api/approvals/${encodeURIComponent(approvalId)}`, answer);
    if (sent.ok) return undefined;
    if (sent.status === 404 || sent.status === 409) return approvalTexts.notCounted(sent.error);
    return sent.error;
  };
}

function riskIn(info: unknown, toolName: string, reach: PendingQuestion["reach"]): CallRisk | undefined {
  const tool = listIn(info, "tools").find((known) => textIn(known, "name") === toolName);
  const effects = EFFECTS.find((known) => known === textIn(tool, "effects"));
  if (tool === undefined && reach === undefined) return undefined;
  return callRisk({ reach, effects, canUndo: fieldIn(info, "undo") === true, held: heldIn(tool) });
}

function heldIn(tool: unknown): HeldBy | null | undefined {
  const held = fieldIn(tool, "held");
  if (!isFields(held)) return held === null ? null : undefined;
  const mode = MODES.find((known) => known === textIn(held, "mode"));
  // What is not said to be shut is open.
  return mode && { mode, network: held.network !== false, gitWrites: held.gitWrites !== false };
}

const MODES = ["read-only", "workspace-write"] as const;

const EFFECTS = ["read", "write", "external"] as const;
