import type { FileList, PromptList, ResourceList, ServerInfo } from "@toolwright/view";
import { spelledOnOneLine } from "@toolwright/view/internal";
import { type KeyboardEvent, type RefObject, useEffect, useState } from "react";
import { useServices } from "../../base/services.ts";
import type { Api } from "../../server/api.ts";
import { slashCommands } from "./slash-commands.ts";
import { completed, type Token, tokenAt } from "./token-at.ts";

/** Something that can stand in the place of what is being written. */
export interface Proposal {
  /** What is put in. */
  readonly text: string;
  readonly about: string;
}

/** Milliseconds after a letter in which no other came. */
const QUIET_MS = 80;

/** Completes files behind `@` and commands behind `/` in the field. */
export function useCompletion(field: RefObject<HTMLTextAreaElement | null>) {
  const { composer } = useServices();
  const [token, setToken] = useState<Token>();
  const proposals = useProposals(token);
  const [active, setActive] = useState(0);
  const marked = Math.min(active, proposals.length - 1);
  const look = () => {
    const { current } = field;
    const next = current === null ? undefined : tokenAt(current.value, current.selectionEnd);
    setToken((known) => (known?.words === next?.words && known?.from === next?.from ? known : next));
    setActive(0);
  };
  const close = () => setToken(undefined);
  const take = (proposal: Proposal | undefined) => {
    const { current } = field;
    if (proposal === undefined || token === undefined || current === null) return;
    const { text, caret } = completed(current.value, token, proposal.text);
    composer.setText(text);
    close();
    requestAnimationFrame(() => {
      current.focus();
      current.setSelectionRange(caret, caret);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (token === undefined || proposals.length === 0 || event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isTaken = event.key === "Tab" || (event.key === "Enter" && !event.shiftKey && !isTold(token, proposals));
    if (step === undefined && !isTaken && event.key !== "Escape") return;
    event.preventDefault();
    if (step !== undefined) setActive((marked + step + proposals.length) % proposals.length);
    if (isTaken) take(proposals[marked]);
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
    }
  };
  return { proposals, marked, look, close, take, onKeyDown };
}

/** A command that is written whole is run, not completed; of a choice enough to tell it from the others will do. */
function isTold({ kind, words }: Token, proposals: readonly Proposal[]): boolean {
  if (kind === "choice" && proposals.length === 1) return true;
  const written = kind === "command" ? `/${words}` : words;
  return kind !== "file" && proposals.some(({ text }) => text === written);
}

function useProposals(token: Token | undefined): readonly Proposal[] {
  const services = useServices();
  const found = useFound(token);
  if (token === undefined || token.kind === "file") return found;
  if (token.kind === "choice") {
    const { choices = [], words } = slashCommands(services).find(({ name }) => name === token.command) ?? {};
    const fitting = choices.filter((text) => text.startsWith(token.words));
    return fitting.map((text) => ({ text, about: words?.(text) ?? "" }));
  }
  const commands = slashCommands(services).filter(({ name }) => name.startsWith(token.words));
  return [...commands.map(({ name, about }) => ({ text: `/${name}`, about })), ...found];
}

/** How many are found in each place. */
const MOST = 12;

/** What the server finds for a token: files and resources behind `@`, and prompts of MCP servers behind `/`. */
function useFound(token: Token | undefined): readonly Proposal[] {
  const { api, info } = useServices();
  const [found, setFound] = useState<readonly Proposal[]>([]);
  const { kind, words } = token ?? {};
  useEffect(() => {
    let isWanted = true;
    setFound([]);
    const timer = setTimeout(async () => {
      const lists = await Promise.all(searches(kind, words, info).map((search) => search(api)));
      if (isWanted && lists.length > 0) setFound(lists.flat());
    }, QUIET_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [api, info, kind, words]);
  return found;
}

type Search = (api: Api) => Promise<readonly Proposal[]>;

function searches(kind: Token["kind"] | undefined, words = "", { files, offers }: ServerInfo): readonly Search[] {
  if (kind === "command") return offers === true ? [(api) => prompts(api, words)] : [];
  if (kind !== "file") return [];
  const resources: readonly Search[] = offers === true ? [(api) => resourcesLike(api, words)] : [];
  return files ? [...resources, (api) => filesLike(api, words)] : resources;
}

async function filesLike(api: Api, words: string): Promise<readonly Proposal[]> {
  const answer = await api.get<FileList>(`/api/files?q=${encodeURIComponent(words)}`);
  return answer.ok ? answer.value.files.slice(0, MOST).map((path) => ({ text: path, about: "" })) : [];
}

async function resourcesLike(api: Api, words: string): Promise<readonly Proposal[]> {
  if (words === "") return [];
  const answer = await api.get<ResourceList>(`/api/mcp/resources?q=${encodeURIComponent(words)}`);
  if (!answer.ok) return [];
  return answer.value.resources
    .slice(0, MOST)
    .map(({ server, uri, about }) => ({ text: `@${server}:${uri}`, about: spelledOnOneLine(about) }));
}

async function prompts(api: Api, words: string): Promise<readonly Proposal[]> {
  const answer = await api.get<PromptList>("/api/mcp/prompts");
  if (!answer.ok) return [];
  return answer.value.prompts
    .filter(({ server, name }) => `${server}:${name}`.startsWith(words))
    .slice(0, MOST)
    .map(({ server, name, about }) => ({ text: `/${server}:${name}`, about: spelledOnOneLine(about) }));
}
