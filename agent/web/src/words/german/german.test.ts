import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { callRisk, durationText, modeWords, readingText, ruleWords } from "@toolwright/view/internal";
import { speak } from "@toolwright/view/internal/words";
import { afterEach, describe, expect, it } from "vitest";
import { foldWords } from "../../cards/stretch/fold-words.ts";
import { runEndText } from "../../chat/run-end-text.ts";
import { GERMAN } from "./german.ts";

const FOLDERS = [join(import.meta.dirname, ".."), join(import.meta.dirname, "../../../../view/src/words")];
const AREA = /inLanguage(?:<[^>]*>+)?\("(\w+)"/g;

/** The areas that sources ask for. */
function areas(): readonly string[] {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /^[\w-]+\.ts$/.test(name))
      .map((name) => readFileSync(join(folder, name), "utf8")),
  );
  return files.flatMap((text) => [...text.matchAll(AREA)].map(([, area = ""]) => area));
}

describe("the page in German", () => {
  afterEach(() => speak({}));

  it("has texts for every area that is asked for, and no other", () => {
    expect(areas().length).toBeGreaterThan(30);
    expect(Object.keys(GERMAN).toSorted()).toEqual(areas().toSorted());
  });

  it("says what the folds of events, rules and calls say, with numbers as they are written there", () => {
    speak({ ...GERMAN });

    expect(modeWords("plan").name).toBe("Nur planen");
    expect(ruleWords("Bash(git commit:*)")).toBe("„git commit“, mit beliebigem Ende");
    expect(readingText({ tokens: 1_024, totalTokens: 2_630, leftMs: 88_000 })).toBe(
      "Liest 1.024 von 2.630 Token, noch etwa 90 s",
    );
    expect(durationText(3_200)).toBe("3,2 s");
    const reach = { files: "folder", network: true, undo: false } as const;
    expect(callRisk({ reach, effects: "external", canUndo: true, held: null }).words).toBe(
      "Reicht an diesen Ordner und das Netzwerk und lässt sich nicht rückgängig machen. Keine Sandbox hält es.",
    );
  });

  it("counts, and says how a run ended", () => {
    speak({ ...GERMAN });

    expect(foldWords([{ toolName: "read" }, { toolName: "grep" }, { toolName: "grep" }])).toBe(
      "1 Datei gelesen, zweimal gesucht",
    );
    expect(runEndText({ stopReason: "length" })?.text).toBe(
      "Die Antwort wurde an der Längengrenze des Modells abgeschnitten. Senden Sie „weiter“, um fortzufahren.",
    );
    const failure = { code: "timeout" };
    expect(runEndText({ stopReason: "error", error: "The model took too long to answer.", failure })?.text).toBe(
      "Der Lauf ist gescheitert: Das Modell hat nicht rechtzeitig geantwortet.",
    );
  });
});
