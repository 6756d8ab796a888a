import { describe, expect, it } from "vitest";
import { textOf } from "../file-tools-bench.ts";
import { BROUGHT_FORMS, RIGHT_FORMS, WRONG_FORMS } from "./sent-form.ts";
import { FILES, shopFolder } from "./shop-folder.ts";
import { STILL_REFUSED } from "./still-refused.ts";

const comesThrough = ({ id }: { readonly id: string }) => !STILL_REFUSED.has(id);

describe("calls as models sent them", () => {
  it("are at least 120, with a name and a source each", () => {
    const forms = [...RIGHT_FORMS, ...WRONG_FORMS, ...BROUGHT_FORMS];
    expect(new Set(forms.map(({ id }) => id)).size).toBe(forms.length);
    expect(RIGHT_FORMS.length).toBeGreaterThanOrEqual(120);
    expect(RIGHT_FORMS.filter(({ source }) => source === "")).toEqual([]);
  });

  it.each(RIGHT_FORMS.filter(comesThrough))("$id ($source) does what it means", async (form) => {
    const { send, files } = await shopFolder();
    const settled = await send(form);
    const answer = textOf(settled);
    expect(settled.result.isError, answer).toBe(false);
    expect(await files()).toEqual({ ...FILES, ...form.meant.files });
    if (form.meant.says !== undefined) expect(answer).toContain(form.meant.says);
    if (form.meant.saysNot !== undefined) expect(answer).not.toContain(form.meant.saysNot);
  });

  it.each(WRONG_FORMS)("$id is refused: $why", async (form) => {
    const { send, files } = await shopFolder();
    const { result } = await send(form);
    expect(result.isError).toBe(true);
    expect(await files()).toEqual(FILES);
  });

  it.each(BROUGHT_FORMS.filter(comesThrough))(
    "$id ($source) is refused with the call as it should be",
    async (form) => {
      const { send, files } = await shopFolder();
      const settled = await send(form);
      expect(settled.result.isError).toBe(true);
      expect(textOf(settled)).toContain(`Call it as ${JSON.stringify(form.call)}`);
      expect(await files()).toEqual(FILES);
    },
  );
});
