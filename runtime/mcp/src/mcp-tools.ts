import type { Tool } from "@toolwright/core";
import { serverApps } from "./apps/server-apps.ts";
import { checkMcpToolsOptions } from "./check-options.ts";
import { ConnectedServers } from "./connected-servers.ts";
import { memoryPins } from "./definitions/pins.ts";
import { withoutCollisions } from "./definitions/without-collisions.ts";
import { bothSteps } from "./live/both-steps.ts";
import { RegistryKeeper } from "./live/keep-in-registry.ts";
import { searchStep } from "./live/search-step.ts";
import { memoryLogins } from "./login/login-store.ts";
import type { McpTools } from "./mcp-tools.port.ts";
import { serverOffers } from "./offers/server-offers.ts";
import type { McpToolsOptions } from "./options.ts";
import { ResourceTools } from "./resources/resource-tools.ts";

/**
 * Connects to MCP servers and gives their tools. A server that cannot be reached costs its own tools, not those of
 * others: it is logged and stands in `servers`. Throws a `TypeError` for options that cannot be.
 */
export async function mcpTools(options: McpToolsOptions): Promise<McpTools> {
  checkMcpToolsOptions(options);
  const { pins = memoryPins(), logins = memoryLogins(), logger = console, prompt, apps = false } = options;
  const { connectTimeoutMs = prompt === undefined ? 30_000 : 600_000 } = options;
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const shared = { pins, logins, prompt, logger, connectTimeoutMs, showsApps: apps, changed };
  const connected = new ConnectedServers(options.servers, shared);
  const servers = connected.all;
  await connected.refresh();
  const current = () => withoutCollisions(servers.flatMap((server) => server.offered));
  const resources = new ResourceTools(servers);
  const forModels = () => current().kept.filter(({ definition: { isFor } }) => isFor.models);
  const tools = () => [...forModels().map(({ tool }) => tool), ...resources.tools()];
  return {
    get tools(): readonly Tool[] {
      return tools();
    },
    get setAside() {
      return [...servers.flatMap((server) => server.setAside), ...current().setAside];
    },
    get changes() {
      return servers.flatMap((server) => server.changes);
    },
    get servers() {
      return servers.map((server) => server.state);
    },
    accept: async (change) => (await connected.named(change.server)?.accept(change)) ?? false,
    add: async (name, config) => (await connected.add(name, config)).state,
    remove: (name) => connected.remove(name),
    keepIn(registry) {
      const keeper = new RegistryKeeper(registry);
      const update = () => keeper.update(tools());
      update();
      listeners.add(update);
      return () => void listeners.delete(update);
    },
    toolSearch: searchStep,
    steps: (search) => bothSteps(searchStep(search), resources.news()),
    offers: serverOffers(servers),
    apps: serverApps(servers, () => (apps ? current().kept : [])),
    refresh: () => connected.refresh(),
    close() {
      listeners.clear();
      return connected.close();
    },
  };
}
