import type { ToolCallMessagePart } from "@assistant-ui/react";
import type { Fields } from "./frame.ts";

/** The forms of docs/server.md that the page reads. */
export interface ServerInfo {
  readonly model: string;
  readonly models: readonly string[];
  readonly notice: string | null;
  readonly tools: readonly { readonly name: string; readonly description: string; readonly effects: string }[];
  readonly undo: boolean;
  readonly workspace?: string;
}

export type ThreadStatus = "running" | "waiting" | "interrupted" | "idle";

export interface WireThread {
  readonly id: string;
  readonly title: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly status: ThreadStatus;
}

/** What `GET /api/changes` tells of a thread. */
export type ThreadChange = (WireThread & { readonly seq: number }) | { readonly id: string; readonly deleted: true };

export interface WireUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd?: number;
}

export interface WireApproval {
  readonly approvalId: string;
  readonly reason?: string;
  readonly decision?: {
    readonly approve: boolean;
    readonly reason?: string;
    readonly edited?: true;
    readonly arguments?: unknown;
  };
}

export type WirePart =
  | { readonly type: "text" | "reasoning"; readonly text: string }
  | {
      readonly type: "tool-call";
      readonly toolCallId: string;
      readonly toolName: string;
      readonly args: Readonly<Record<string, unknown>>;
      readonly parentId?: string;
      readonly result?: unknown;
      readonly isError?: boolean;
      readonly startedAt: number;
      readonly durationMs?: number;
      readonly approval?: WireApproval;
      readonly artifact?: unknown;
      readonly code?: string;
      readonly forUser?: string;
      readonly ref?: Fields;
      readonly async?: true;
      /** What came back from the background. */
      readonly late?: Fields;
    };

export type UserContent =
  | string
  | readonly (
      | { readonly type: "text"; readonly text: string }
      | { readonly type: "image"; readonly mediaType: string; readonly data: string }
    )[];

export type WireMessage =
  | { readonly role: "user"; readonly id: string; readonly createdAt: number; readonly content: UserContent }
  | {
      readonly role: "assistant";
      readonly id: string;
      readonly runId: string;
      readonly createdAt: number;
      readonly parts: readonly WirePart[];
      readonly stopReason?: string;
      readonly usage?: WireUsage;
      readonly error?: string;
      readonly warnings?: readonly { readonly code: string; readonly message: string }[];
      readonly model?: string;
    };

export interface WireThreadPage extends WireThread {
  readonly seq: number;
  readonly usage?: WireUsage;
  readonly messages: readonly WireMessage[];
  readonly before?: number;
}

export interface WirePending {
  readonly approvalId: string;
  readonly threadId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly arguments: ToolCallMessagePart["args"];
  readonly reason?: string;
  readonly always: readonly string[];
}

export interface WireTurn {
  readonly runId: string;
  readonly files: readonly { readonly path: string; readonly change: string; readonly from?: string }[];
  /** Files that are not in the list. */
  readonly more?: number;
  readonly isUndone: boolean;
}
