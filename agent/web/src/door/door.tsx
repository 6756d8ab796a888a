import { type FormEvent, useEffect, useId, useState } from "react";
import { Api } from "../server/api.ts";
import { connectionTexts } from "../words/connection.ts";
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
    if (!answer.ok) return setProblem(answer.status === 401 ? connectionTexts.wrongToken : answer.error);
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
      <p role="alert">{problem ?? connectionTexts.askToken}</p>
      <label htmlFor={fieldId}>{connectionTexts.token}</label>
      <div className="door-line">
        <input
          id={fieldId}
          type="password"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="submit" className="primary">
          {connectionTexts.open}
        </button>
      </div>
    </form>
  );
}
