import { type FormEvent, useEffect, useId, useState } from "react";
import { Api } from "../server/api.ts";
import { hearToken, keepToken, tokenIn } from "./kept-token.ts";

interface DoorProps {
  /** Called with a token that the server takes. */
  readonly onOpen: (token: string) => void;
}

/** Takes the token of the server, or hears it from another tab that was opened with it. */
export function Door({ onOpen }: DoorProps) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const fieldId = useId();
  const enter = async (token: string) => {
    const answer = await new Api({ token }).get("/api/info");
    if (!answer.ok) return setProblem(answer.status === 401 ? WRONG : answer.error);
    // The cookie with which the page's files are loaded goes with the token.
    await fetch(`/?token=${encodeURIComponent(token)}`).catch(() => undefined);
    keepToken(token);
    onOpen(token);
  };
  useEffect(() => hearToken((token) => void enter(token)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== "") void enter(tokenIn(typed));
  };
  return (
    <form className="door" onSubmit={submit}>
      <p role="alert">{problem ?? ASK}</p>
      <label htmlFor={fieldId}>Token or full address</label>
      <div className="door-line">
        <input
          id={fieldId}
          type="password"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="submit" className="primary">
          Open
        </button>
      </div>
    </form>
  );
}

const ASK =
  "Open the address that the server printed again: this page is not allowed in any more. Or give its token here; other tabs go on with it, too.";
const WRONG = "That is not the token of this server.";
