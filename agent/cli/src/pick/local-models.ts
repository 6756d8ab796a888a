/** A model of a server on this machine. */
export interface LocalModel {
  /** For `--model`. */
  readonly spec: string;
  readonly baseUrl: string;
  /** For people: what it is called, and what serves it. */
  readonly label: string;
}

/**
 * Asks the two usual places on this machine for their models: Ollama's and llama.cpp's. Each has 300 ms; nothing but
 * the question for its list is sent, and no key. Never rejects.
 */
export async function localModels(request: typeof fetch = fetch): Promise<readonly LocalModel[]> {
  const found = await Promise.all(SERVERS.map((server) => modelsOf(server, request)));
  return found.flat();
}

/** A server that people run models with. */
interface LocalServer {
  readonly address: string;
  /** How its models are named for `--model`. */
  readonly provider: string;
  readonly title: string;
}

/** Their usual ports: https://docs.ollama.com/faq, https://github.com/ggml-org/llama.cpp/tree/master/tools/server. */
const SERVERS: readonly LocalServer[] = [
  { address: "http://127.0.0.1:11434/v1", provider: "ollama", title: "Ollama" },
  { address: "http://127.0.0.1:8080/v1", provider: "litellm", title: "the server at port 8080" },
];

const MOST_MS = 300;

/** Characters; a list of a thousand models is shorter. */
const LONGEST_LIST = 1_000_000;

const MOST_MODELS = 50;

async function modelsOf({ address, provider, title }: LocalServer, request: typeof fetch): Promise<LocalModel[]> {
  try {
    const signal = AbortSignal.timeout(MOST_MS);
    const response = await request(`${address}/models`, { redirect: "error", signal });
    const list: unknown = JSON.parse(await boundedText(response));
    const data: unknown = Object(list).data;
    const names = (Array.isArray(data) ? data : []).map((model) => Object(model).id).filter(isName);
    return names.slice(0, MOST_MODELS).map((name) => ({
      spec: `${provider}:${name}`,
      baseUrl: address,
      label: `${name}, from ${title}`,
    }));
  } catch {
    return [];
  }
}

/** A name that can be shown and sent; models that only embed answer nobody. */
function isName(id: unknown): id is string {
  return typeof id === "string" && /^[\w./:@+-]{1,200}$/.test(id) && !/embed/i.test(id);
}

async function boundedText(response: Response): Promise<string> {
  if (!response.ok || response.body === null) throw new Error("The server has no list of models.");
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > LONGEST_LIST) throw new Error("The list of models is too long.");
  }
  return text;
}
