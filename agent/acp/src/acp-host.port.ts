/** Where a session works. */
export interface AcpPlace {
  /** The absolute path of the folder. */
  readonly cwd: string;
  /** Servers that the editor wants tools to be taken from, by name, as `.mcp.json` writes them. */
  readonly mcpServers: Readonly<Record<string, AcpMcpServer>>;
}

/** One of them: a program to start, or an address. */
export type AcpMcpServer =
  | { readonly command: string; readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> }
  | { readonly url: string; readonly headers: Readonly<Record<string, string>> };

/**
 * The agent of one folder, behind the routes of an agent server: `createAgentServer({ … })` of `@toolwright/server`.
 */
export interface AcpFolder {
  /** The absolute path: what tools say of files is relative to it. */
  readonly root: string;
  /** Called in this process; nothing has to listen. */
  fetch(request: Request): Response | Promise<Response>;
  /** What the server was made with. */
  readonly token: string;
}

/** What gives an editor its agents. */
export interface AcpHost {
  /** Of the program, as the editor shows it. */
  readonly version: string;
  /** The same for the same place. Rejects with an error that is shown in the editor. */
  open(place: AcpPlace): Promise<AcpFolder>;
}
