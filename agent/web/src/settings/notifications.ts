import { browserStorage } from "../base/browser-storage.ts";

const KEY = "toolwright.notifications";

/** Whether this browser can tell of questions while the page is not seen. */
export function canNotify(): boolean {
  return typeof Notification !== "undefined";
}

/** Whether a person wants that, and the browser lets the page. */
export function notifies(): boolean {
  return canNotify() && browserStorage("local")?.getItem(KEY) === "on" && Notification.permission === "granted";
}

/** Switches it on or off; false where the browser does not let the page. */
export async function setNotifies(isOn: boolean): Promise<boolean> {
  if (!isOn) browserStorage("local")?.removeItem(KEY);
  if (!isOn || !canNotify()) return !isOn;
  if ((await Notification.requestPermission()) !== "granted") return false;
  browserStorage("local")?.setItem(KEY, "on");
  return true;
}
