import type { CompleteAnswer, OfferedContent, PromptList } from "@toolwright/view";
import { type PromptCommand, type ShownPrompt, spelledOnOneLine } from "@toolwright/view/internal";
import { questionTexts } from "@toolwright/view/internal/words";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useServices } from "../../base/services.ts";
import { LongText } from "../../chat/long-text.tsx";
import { newId } from "../../thread/new-id.ts";
import { type UserContent, userText } from "../../thread/user-content.ts";
import { promptTexts } from "../../words/prompts.ts";

interface PromptPanelProps {
  readonly wanted: PromptCommand;
  readonly onClose: () => void;
}

/** What a prompt of an MCP server asks for, and then what it says: nothing is sent before it was seen. */
export function PromptPanel({ wanted, onClose }: PromptPanelProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const { prompt, content, problem, get } = usePrompt(wanted);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="dialog prompt-panel" aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading}>{spelledOnOneLine(`/${wanted.server}:${wanted.name}`)}</h2>
      {problem === undefined ? null : (
        <p role="alert" className="list-problem">
          {spelledOnOneLine(problem)}
        </p>
      )}
      {prompt !== undefined && content === undefined ? <Arguments {...{ prompt, wanted, get, onClose }} /> : null}
      {content === undefined ? null : <Said {...{ content, wanted, onClose }} />}
    </dialog>
  );
}

/** The prompt, and what it says for its arguments. */
function usePrompt({ server, name }: PromptCommand) {
  const { api } = useServices();
  const [prompt, setPrompt] = useState<ShownPrompt>();
  const [content, setContent] = useState<UserContent>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    void api.get<PromptList>("/api/mcp/prompts").then((answer) => {
      const prompts = answer.ok ? answer.value.prompts : [];
      const found = prompts.find((one) => one.server === server && one.name === name);
      setPrompt(found);
      const none = promptTexts.missing(server, name);
      setProblem(found !== undefined ? undefined : answer.ok ? none : answer.error);
    });
  }, [api, server, name]);
  const get = async (args: Readonly<Record<string, string>>) => {
    const answer = await api.post<OfferedContent>("/api/mcp/prompt", { server, name, arguments: args });
    setProblem(answer.ok ? undefined : answer.error);
    if (answer.ok) setContent(answer.value.content);
  };
  return { prompt, content, problem, get };
}

interface ArgumentsProps extends PromptPanelProps {
  readonly prompt: ShownPrompt;
  readonly get: (args: Readonly<Record<string, string>>) => Promise<void>;
}

function Arguments({ prompt, wanted, get, onClose }: ArgumentsProps) {
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(() => new Map(Object.entries(wanted.arguments)));
  const given = prompt.arguments.flatMap(({ name }) => {
    const value = typed.get(name) ?? "";
    return value === "" ? [] : [[name, value] as const];
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void get(Object.fromEntries(given));
  };
  return (
    <form onSubmit={onSubmit}>
      {prompt.about === "" ? null : <p className="quiet-text">{spelledOnOneLine(prompt.about)}</p>}
      {prompt.arguments.map((argument) => (
        <Argument
          key={argument.name}
          {...{ prompt, argument, others: Object.fromEntries(given), value: typed.get(argument.name) ?? "" }}
          onChange={(value) => setTyped(new Map(typed).set(argument.name, value))}
        />
      ))}
      <div className="dialog-buttons">
        <button type="submit">{promptTexts.preview}</button>
        <button type="button" onClick={onClose}>
          {promptTexts.close}
        </button>
      </div>
    </form>
  );
}

interface ArgumentProps {
  readonly prompt: ShownPrompt;
  readonly argument: ShownPrompt["arguments"][number];
  readonly others: Readonly<Record<string, string>>;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Argument({ prompt, argument, others, value, onChange }: ArgumentProps) {
  const id = useId();
  const values = useValues({ prompt, argument, others, value });
  return (
    <div className="prompt-argument">
      <label htmlFor={id}>
        {spelledOnOneLine(argument.name)}
        {argument.required ? "" : ` (${questionTexts.optional})`}
      </label>
      {argument.about === "" ? null : <p className="quiet-text">{spelledOnOneLine(argument.about)}</p>}
      <input
        id={id}
        type="text"
        autoComplete="off"
        list={`${id}-values`}
        required={argument.required}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={`${id}-values`}>
        {values.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </div>
  );
}

/** Milliseconds after a letter in which no other came. */
const QUIET_MS = 150;

/** What the server would write there. */
function useValues({ prompt, argument, others, value }: Omit<ArgumentProps, "onChange">): readonly string[] {
  const { api } = useServices();
  const [values, setValues] = useState<readonly string[]>([]);
  const { server, name } = prompt;
  const asked = JSON.stringify({ server, name, arguments: others, argument: argument.name, typed: value });
  useEffect(() => {
    let isWanted = true;
    const timer = setTimeout(async () => {
      const answer = await api.post<CompleteAnswer>("/api/mcp/complete", JSON.parse(asked));
      if (isWanted && answer.ok) setValues([...new Set(answer.value.values)]);
    }, QUIET_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [api, asked]);
  return values;
}

/** The words are a stranger's until a person has seen them. */
function Said({ content, wanted, onClose }: PromptPanelProps & { readonly content: UserContent }) {
  const { thread, steers, choice } = useServices();
  const images = typeof content === "string" ? [] : content.filter((part) => part.type === "image");
  const send = () => {
    onClose();
    if (thread.state().isRunning) void steers.say(content, newId());
    else void thread.send({ content, ...choice.sent() });
  };
  return (
    <>
      <p>{promptTexts.says(spelledOnOneLine(wanted.server))}</p>
      <section className="prompt-text" aria-label={promptTexts.text}>
        <LongText text={userText(content)} scrolls />
      </section>
      {images.length === 0 ? null : <p>{promptTexts.images(images.length)}</p>}
      <div className="dialog-buttons">
        <button type="button" className="primary" onClick={send}>
          {promptTexts.send}
        </button>
        <button type="button" onClick={onClose}>
          {promptTexts.close}
        </button>
      </div>
    </>
  );
}
