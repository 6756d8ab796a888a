import { afterEach, expect, it } from "vitest";
import { inLanguage, speak } from "./in-language.ts";

afterEach(() => speak({}));

it("puts texts into the language that is chosen later, for those who hold them already", () => {
  const texts = inLanguage("early", { yes: "Yes", calls: (count: number) => `${count} calls` });

  speak({ early: { yes: "Ja", calls: (count: number) => `${count} Aufrufe` } });

  expect([texts.yes, texts.calls(2)]).toEqual(["Ja", "2 Aufrufe"]);
});

it("puts texts that come later into the language that was chosen", () => {
  speak({ late: { yes: "Ja" } });

  expect(inLanguage("late", { yes: "Yes" })).toEqual({ yes: "Ja" });
  expect(inLanguage("other", { yes: "Yes" })).toEqual({ yes: "Yes" });
});

it("goes back to English", () => {
  const texts = inLanguage("back", { yes: "Yes" });

  speak({ back: { yes: "Ja" } });
  speak({});

  expect(texts.yes).toBe("Yes");
});
