/** Whether a question stands on the page: nothing that an app does may move it from under a person's pointer. */
export function isAsked(): boolean {
  return document.querySelector(".tw-ask") !== null;
}
