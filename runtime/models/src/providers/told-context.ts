import { lateSignal, linkedSignal } from "@toolwright/core/internal";
import { isLoopback } from "../openai-compatible/http/is-loopback.ts";

/** The server that a model is asked of. */
export interface AskedServer {
  readonly baseUrl: string;
  /** Of the model, as the server names it. */
  readonly name: string;
  readonly apiKey?: string | undefined;
}

/**
 * How many tokens a model can read, as its server says in its list of models: a server on this machine often gives it a
 * part of what it could read. Nothing is known where it does not say, and of a server elsewhere, which is not asked.
 * Never rejects.
 */
export async function toldContext({ baseUrl, name, apiKey }: AskedServer): Promise<ToldContext> {
  if (!isLoopback(baseUrl)) return UNTOLD;
  const { signal, unlink } = linkedSignal(lateSignal(MOST_MS));
  try {
    const response = await fetch(`${baseUrl.replace(/\/+$/, "")}/models`, {
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      redirect: "error",
      signal,
    });
    const isLlamaCpp = response.headers.get("server") === "llama.cpp";
    if (response.ok) return { contextWindow: contextIn(await response.json(), name), isLlamaCpp };
    await response.body?.cancel();
  } catch {
    // The first request says what is wrong with the server.
  } finally {
    unlink();
  }
  return UNTOLD;
}

/** What a server says of itself before the first request. */
export interface ToldContext {
  /** Tokens. */
  readonly contextWindow: number | undefined;
  readonly isLlamaCpp: boolean;
}

const UNTOLD: ToldContext = { contextWindow: undefined, isLlamaCpp: false };

/** A list is there at once; a server that is busy with an answer may not answer before it is done. */
const MOST_MS = 1_000;

function contextIn(list: unknown, name: string): number | undefined {
  const data: unknown = Object(list).data;
  const models: readonly ListedModel[] = Array.isArray(data) ? data.map(Object) : [];
  const named = models.find(({ id, aliases }) => [id, aliases].flat().includes(name));
  // A server of one model answers to every name.
  const model = named ?? (models.length === 1 ? models[0] : undefined);
  const told: readonly unknown[] = [model?.max_model_len, Object(model?.meta).n_ctx];
  return told.find((tokens): tokens is number => Number.isFinite(tokens) && Number(tokens) > 0);
}

/** What a server says of one of its models. */
interface ListedModel {
  readonly id?: unknown;
  readonly aliases?: unknown;
  readonly max_model_len?: unknown;
  readonly meta?: unknown;
}
