import { inLanguage } from "@toolwright/view/internal/words";

/** The server, where it does not answer as it should, and the way in. */
export const connectionTexts = inLanguage("connection", {
  unreachable: "The server cannot be reached.",
  notAllowed: "This page is no longer allowed in. Open the address that the server printed again.",
  answeredWith: (status: number) => `The server answered with ${status}.`,
  noAnswer: "The server gave no answer.",
  lost: "The connection to the server is lost. Reload the page to try again.",
  deleted: "This conversation was deleted.",
  needsToken: "The server needs its token",
  askToken:
    "This page is no longer allowed in. Open the address that the server printed again, or give its token here: other tabs go on with it, too.",
  token: "Token or full address",
  open: "Open",
  wrongToken: "That is not the token of this server.",
});
