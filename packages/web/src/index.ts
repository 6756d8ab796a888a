export { type ApprovalAnswer, type Approvals, ApprovalsProvider } from "./approval/approvals.ts";
export { ServerApprovals } from "./approval/server-approvals.tsx";
export { ToolCard, type ToolCardProps } from "./cards/frame/tool-card.tsx";
export { ToolFallback } from "./cards/tool-fallback.tsx";
export { toolkit } from "./cards/toolkit.ts";
export { Api, type ApiOptions } from "./server/api.ts";
