export type { AcpFolder, AcpHost, AcpMcpServer, AcpPlace } from "./acp-host.port.ts";
export { type AcpStreams, serveAcp } from "./serve-acp.ts";
