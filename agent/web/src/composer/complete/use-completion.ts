import type { FileList } from "@toolwright/view";
import { type KeyboardEvent, type RefObject, useEffect, useState } from "react";
import { useServices } from "../../base/services.ts";
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
  const { api, info } = services;
  const [files, setFiles] = useState<readonly Proposal[]>([]);
  const words = token?.kind === "file" && info.files ? token.words : undefined;
  useEffect(() => {
    let isWanted = words !== undefined;
    setFiles([]);
    const timer = setTimeout(async () => {
      if (words === undefined) return;
      const answer = await api.get<FileList>(`/api/files?q=${encodeURIComponent(words)}`);
      if (isWanted && answer.ok) setFiles(answer.value.files.slice(0, 12).map((path) => ({ text: path, about: "" })));
    }, QUIET_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [api, words]);
  if (token === undefined || token.kind === "file") return files;
  if (token.kind === "choice") {
    const { choices = [], words } = slashCommands(services).find(({ name }) => name === token.command) ?? {};
    const fitting = choices.filter((text) => text.startsWith(token.words));
    return fitting.map((text) => ({ text, about: words?.(text) ?? "" }));
  }
  return slashCommands(services)
    .filter(({ name }) => name.startsWith(token.words))
    .map(({ name, about }) => ({ text: `/${name}`, about }));
}
