import {
  commandPieces,
  type PreviewedCommand,
  spelledOnOneLine,
  spelledStrictly,
  textIn,
} from "@toolwright/view/internal";
import { questionTexts } from "@toolwright/view/internal/words";

/** Characters of what a model says of its call: its own word, in one line. */
const SAID = 300;

interface AskedCommandProps {
  readonly asked: unknown;
  /** The command with what cannot be taken back in it, where that is known. */
  readonly previewed: PreviewedCommand | undefined;
}

/**
 * The command that a question is about, whole, and right above the answers: nothing else can push it out of sight.
 * Before it stands what the model says of it. Nothing for a call that has no command.
 */
export function AskedCommand({ asked, previewed }: AskedCommandProps) {
  const command = textIn(asked, "command");
  const description = textIn(asked, "description") ?? "";
  if (command === undefined) return null;
  return (
    <div className="tw-ask-command">
      {description === "" ? null : (
        <p className="tw-note" dir="auto">
          {questionTexts.modelSays} {spelledOnOneLine(description.slice(0, SAID))}
        </p>
      )}
      <pre className="tw-text tw-command" dir="ltr">
        {previewed?.text === command ? <Marked command={previewed} /> : spelledStrictly(command)}
      </pre>
    </div>
  );
}

function Marked({ command }: { readonly command: PreviewedCommand }) {
  return commandPieces(command).map(({ start, text, isMarked }) =>
    isMarked ? <mark key={start}>{spelledStrictly(text)}</mark> : spelledStrictly(text),
  );
}
