import { createHash } from "node:crypto";
import type { AddedServerQuestion, ServerDefinition, WantedServer } from "@toolwright/view/internal";
import { z } from "zod";
import { readBody } from "../../guard/read-body.ts";
import type { ServerContext } from "../../server-context.ts";
import { answer, refuse } from "../refuse.ts";
import { change, withConfiguration } from "./change.ts";

const aWord = z.string().max(4_000);
const named = {
  name: z.string().min(1).max(32),
  confirm: z.string().max(100).optional(),
};
const values = z.record(z.string().min(1).max(200), aWord).optional();

const WANTED = {
  schema: z.union([
    z.strictObject({
      ...named,
      command: aWord.min(1),
      args: z.array(aWord).max(100).optional(),
      env: values,
    }),
    z.strictObject({ ...named, url: aWord.min(1), headers: values }),
  ]),
  error: "The body must be { name, command, args?, env?, confirm? }, or { name, url, headers?, confirm? }.",
};

const OTHER = "The server is another one than was shown, or nobody has confirmed it; look at it and confirm it again.";

/**
 * `POST /api/configuration/servers`: without `confirm` it answers with what would be added, and starts nothing. With
 * that of exactly this server, it is kept and started.
 */
export function addServer(context: ServerContext, request: Request): Promise<Response> {
  return withConfiguration(
    context,
    ({ servers }) => servers,
    async (servers, configuration) => {
      const read = await readBody(request, { ...WANTED, limits: context.limits });
      if (!read.ok) return refuse(read.status, read.error);
      const { confirm, ...wanted } = read.body;
      const checked = await servers.check(wanted);
      if ("refused" in checked) return refuse(422, checked.refused);
      const question: AddedServerQuestion = { adds: checked.adds, confirm: confirmOf(wanted) };
      if (confirm === undefined) return answer(question);
      if (confirm !== question.confirm) return refuse(409, OTHER);
      return change(configuration, {
        kind: "server_added",
        about: aboutServer(checked.adds),
        make: () => servers.add(wanted),
      });
    },
  );
}

/** `DELETE /api/configuration/servers?name=NAME`: ends one of this user's servers, and forgets it. */
export function removeServer(context: ServerContext, request: Request): Promise<Response> {
  return withConfiguration(
    context,
    ({ servers }) => servers,
    async (servers, configuration) => {
      const name = new URL(request.url).searchParams.get("name") ?? "";
      if (name === "" || name.length > 100) return refuse(400, "Name the server: ?name=NAME.");
      return change(configuration, { kind: "server_removed", about: name, make: () => servers.remove(name) });
    },
  );
}

function confirmOf(wanted: WantedServer): string {
  return createHash("sha256").update(JSON.stringify(wanted)).digest("hex");
}

/** The whole command, so that the record says what was started. */
function aboutServer({ name, command, variables = [], url, headers = [] }: ServerDefinition): string {
  if (command === undefined) return `${name}: ${url}${listed("headers", headers)}`;
  return `${name}: ${JSON.stringify(command)}${listed("variables", variables)}`;
}

function listed(of: string, names: readonly string[]): string {
  return names.length === 0 ? "" : `, with the ${of} ${names.join(", ")}`;
}
