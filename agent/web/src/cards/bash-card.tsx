import type { ToolCallMessagePartProps } from "@assistant-ui/react";
import { fieldIn, spelledOnOneLine, spelledStrictly, textIn } from "@toolwright/view/internal";
import { questionTexts } from "@toolwright/view/internal/words";
import { useMemo } from "react";
import { cardsTexts } from "../words/cards.ts";
import { ToolCard } from "./frame/tool-card.tsx";
import { useCallNote } from "./frame/use-call-notes.ts";
import { LiveText } from "./live-text.tsx";
import { shellOutcome } from "./shell-outcome.ts";

/** `bash`, `bash_output` and `bash_kill`: the command, what it prints while it runs, and how it ended. */
export function BashCard(call: ToolCallMessagePartProps) {
  const { args, result, artifact } = call;
  const command = textIn(args, "command") ?? "";
  const outcome = useMemo(() => shellOutcome(result, artifact), [result, artifact]);
  const isBackground = fieldIn(args, "background") === true;
  return (
    <ToolCard
      call={call}
      about={command === "" ? (textIn(args, "job") ?? "") : command}
      facts={[...(isBackground ? [cardsTexts.inBackground] : []), ...outcome.facts]}
      copied={outcome.text === "" ? undefined : outcome.text}
      wentWrong={!outcome.isWell}
    >
      <div className="tw-terminal">
        {command === "" ? null : <Command command={command} args={args} />}
        <Screen call={call} text={outcome.shown} isWell={outcome.isWell} />
      </div>
    </ToolCard>
  );
}

/** Characters of a command that are shown: the most that the tool takes. */
const SHOWN_COMMAND = 100_000;

function Command({ command, args }: { readonly command: string; readonly args: unknown }) {
  const description = textIn(args, "description");
  const folder = textIn(args, "working_dir");
  return (
    <>
      {description === undefined ? null : (
        <p className="tw-note" dir="auto">
          {questionTexts.modelSays} {spelledOnOneLine(description.slice(0, 300))}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard too. */}
      <pre className="tw-text tw-command" dir="ltr" tabIndex={0}>
        <span className="tw-prompt">
          {folder === undefined ? "$ " : `${spelledOnOneLine(folder.slice(0, 300))} $ `}
        </span>
        {spelledStrictly(command.slice(0, SHOWN_COMMAND))}
      </pre>
    </>
  );
}

/** Lines that tell why a command came to a bad end: the last ones. */
const LAST_LINES = 20;

interface ScreenProps {
  readonly call: ToolCallMessagePartProps;
  readonly text: string;
  readonly isWell: boolean;
}

function Screen({ call, text, isWell }: ScreenProps) {
  const output = useCallNote(call.toolCallId, "output");
  const isRunning = call.result === undefined && call.status.type === "running";
  const shown = text === "" ? output : text;
  if (shown === "") return null;
  return (
    <LiveText
      text={shown}
      isRunning={isRunning}
      label={cardsTexts.terminal}
      {...(isWell ? {} : { lastLines: LAST_LINES })}
    />
  );
}
