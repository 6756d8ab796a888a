import { ToolError } from "@toolwright/core";

/** What a model wrote as an address of the web. Plain http becomes https where the port is the usual one. */
export function webAddress(given: string): URL {
  const text = given.trim();
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:"))
    throw new ToolError("The url is no http or https address.", {
      code: "user_error",
      suggestion: "Give it whole, such as https://example.org/page.",
    });
  if (url.username !== "" || url.password !== "")
    throw new ToolError("The url holds a user name or password.", { code: "security_violation" });
  return secure(url);
}

/** The same with https, unless a port says otherwise; without its fragment, which no server is told. */
export function secure(url: URL): URL {
  const target = new URL(url);
  target.hash = "";
  if (target.protocol === "http:" && target.port === "") target.protocol = "https:";
  return target;
}
