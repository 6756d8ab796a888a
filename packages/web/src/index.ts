export { ToolFallback } from "./cards/tool-fallback.tsx";
export { toolkit } from "./cards/toolkit.ts";
