import type { Permissions } from "./principal.ts";

/** What a user must be allowed to do. */
export type Right = keyof Permissions;

const READ = ["read"] as const;
const RUN = ["run"] as const;
const APPROVE = ["approve"] as const;
const CONFIGURE = ["configure"] as const;
/** What the body says decides: the route looks for itself. */
const SAID = ["run", "approve"] as const;
/** The page holds nothing of anybody's. */
const ANYBODY: readonly Right[] = [];

/** What every route needs, by its method and its path: any one of these. A route that is not here is for nobody. */
export const ROUTE_RIGHTS: Readonly<Record<string, readonly Right[]>> = {
  "GET /": ANYBODY,
  "GET /assets/:name": ANYBODY,
  "GET /metrics": CONFIGURE,
  "GET /api/info": READ,
  "GET /api/changes": READ,
  "POST /api/chat": SAID,
  "POST /api/v1/ai/chat": SAID,
  "GET /api/chat/:id/messages": READ,
  "GET /api/chat/:id/stream": READ,
  "POST /api/chat/:id/stop": RUN,
  "GET /api/threads": READ,
  "POST /api/threads": RUN,
  "GET /api/threads/:id": READ,
  "PATCH /api/threads/:id": RUN,
  "DELETE /api/threads/:id": RUN,
  "POST /api/threads/:id/fork": RUN,
  "GET /api/threads/:id/branches": READ,
  "PUT /api/threads/:id/messages/:message/rating": RUN,
  "POST /api/threads/:id/stop": RUN,
  "POST /api/threads/:id/retry": RUN,
  "POST /api/threads/:id/compact": RUN,
  "GET /api/threads/:id/steer": READ,
  "POST /api/threads/:id/steer": RUN,
  "DELETE /api/threads/:id/steer/:messageId": RUN,
  "GET /api/threads/:id/stream": READ,
  "GET /api/threads/:id/events": READ,
  "GET /api/threads/:id/outputs/:ref": READ,
  "GET /api/threads/:id/outputs/:ref/file": READ,
  "GET /api/threads/:id/steps": READ,
  "POST /api/threads/:id/go-on": RUN,
  "GET /api/threads/:id/requests/:seq": READ,
  "GET /api/threads/:id/export": READ,
  "GET /api/threads/:id/changes": READ,
  "GET /api/threads/:id/net-changes": READ,
  "POST /api/threads/:id/undo": RUN,
  "POST /api/threads/:id/redo": RUN,
  "POST /api/threads/:id/undo-hunk": RUN,
  "GET /api/threads/:id/commit": READ,
  "POST /api/threads/:id/commit": RUN,
  "POST /api/threads/:id/commit/message": RUN,
  "POST /api/threads/:id/app-calls": RUN,
  "GET /api/threads/:id/jobs": READ,
  "GET /api/threads/:id/jobs/:job": READ,
  "POST /api/threads/:id/jobs/:job/stop": RUN,
  "GET /api/approvals": READ,
  "GET /api/approvals/audit": READ,
  "GET /api/audit": READ,
  "POST /api/approvals/:id": APPROVE,
  "GET /api/rules": READ,
  "DELETE /api/rules": CONFIGURE,
  "GET /api/files": READ,
  "GET /api/mcp/prompts": READ,
  "POST /api/mcp/prompt": READ,
  "POST /api/mcp/complete": READ,
  "GET /api/mcp/resources": READ,
  "GET /api/mcp/resource": READ,
  "GET /api/mcp/app": READ,
  "POST /api/mcp/app/resource": READ,
  "POST /api/models/look": CONFIGURE,
  "POST /api/models/pick": CONFIGURE,
  "GET /api/configuration": CONFIGURE,
  "GET /api/configuration/changes": CONFIGURE,
  "POST /api/configuration/models": CONFIGURE,
  "DELETE /api/configuration/models": CONFIGURE,
  "PUT /api/configuration/models/usual": CONFIGURE,
  "POST /api/configuration/servers": CONFIGURE,
  "DELETE /api/configuration/servers": CONFIGURE,
  "PUT /api/configuration/instructions": CONFIGURE,
  "PUT /api/configuration/budget": CONFIGURE,
  "GET /v1/models": READ,
  "GET /v1/models/:id": READ,
  "GET /v1/models/:id/plain": READ,
  "POST /v1/chat/completions": RUN,
  "POST /v1/responses": RUN,
  "GET /v1/responses/:id": READ,
  "DELETE /v1/responses/:id": RUN,
  "POST /v1/responses/:id/cancel": RUN,
};

/** Why a user may not use a route, in one sentence; undefined where they may. */
export function whyRefused(may: Permissions, route: string): string | undefined {
  const rights = Object.hasOwn(ROUTE_RIGHTS, route) ? ROUTE_RIGHTS[route] : undefined;
  if (rights === undefined) return "This is not open to users.";
  return rights.length === 0 || rights.some((right) => has(may, right)) ? undefined : refusalOf(rights);
}

/** Whether a user may do this at all: what a list of tools lets them answer, the question says. */
function has(may: Permissions, right: Right): boolean {
  return may[right] !== false;
}

/** Whether a user may answer a question of this tool. */
export function mayAnswer({ approve }: Permissions, toolName: string): boolean {
  return typeof approve === "boolean" ? approve : approve.includes(toolName);
}

/** What somebody is told who may not do this. */
export function refusalOf(rights: readonly Right[]): string {
  return `You may not do this here: it needs the permission "${rights.join('" or "')}".`;
}
