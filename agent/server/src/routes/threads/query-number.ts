/** A whole number in an address: undefined where it is left out, `wrong` for anything else. */
export function queryNumber(request: Request, name: string): number | "wrong" | undefined {
  const text = new URL(request.url).searchParams.get(name);
  if (text === null) return undefined;
  return /^\d{1,15}$/.test(text) ? Number(text) : "wrong";
}

/** How many to give: the default where it is left out, `wrong` for what is no number from 1 to `max`. */
export function queryLimit(request: Request, { standard, max }: { standard: number; max: number }): number | "wrong" {
  const limit = queryNumber(request, "limit") ?? standard;
  return limit === "wrong" || limit < 1 || limit > max ? "wrong" : limit;
}
