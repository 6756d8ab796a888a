import { useState } from "react";
import { canNotify, notifies, setNotifies } from "./notifications.ts";

/** Whether the desktop tells of questions while the page is not seen: only who asks for it is told. */
export function NotificationSetting() {
  const [isOn, setOn] = useState(notifies);
  const [problem, setProblem] = useState<string>();
  if (!canNotify()) return null;
  const change = async (wanted: boolean) => {
    const isDone = await setNotifies(wanted);
    setOn(notifies());
    setProblem(isDone ? undefined : "The browser does not let this page show notifications.");
  };
  return (
    <section aria-label="Notifications">
      <h3>Notifications</h3>
      <label className="setting">
        <input type="checkbox" checked={isOn} onChange={(event) => void change(event.target.checked)} />
        Tell me of questions while this page is not seen
      </label>
      {problem === undefined ? null : (
        <p role="alert" className="list-problem">
          {problem}
        </p>
      )}
    </section>
  );
}
