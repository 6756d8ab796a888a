import { spelledOnOneLine, spelledStrictly, textIn } from "@toolwright/view/internal";

/** Characters of what a model says of its call: its own word, in one line. */
const SAID = 300;

/**
 * The command that a question is about, whole, and right above the answers: nothing else can push it out of sight.
 * Before it stands what the model says of it. Nothing for a call that has no command.
 */
export function AskedCommand({ asked }: { readonly asked: unknown }) {
  const command = textIn(asked, "command");
  const description = textIn(asked, "description") ?? "";
  if (command === undefined) return null;
  return (
    <div className="tw-ask-command">
      {description === "" ? null : (
        <p className="tw-note" dir="auto">
          The model says: {spelledOnOneLine(description.slice(0, SAID))}
        </p>
      )}
      <pre className="tw-text tw-command" dir="ltr">
        {spelledStrictly(command)}
      </pre>
    </div>
  );
}
