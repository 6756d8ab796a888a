import { chooseLanguage, chosenLanguage, LANGUAGES, type Language } from "../base/language.ts";
import { settingsTexts } from "../words/settings.ts";

const ALL: readonly Language[] = ["en", "de"];

/** The language of the page, for every conversation. */
export function LanguageSetting() {
  const choose = (value: string) => {
    chooseLanguage(ALL.find((language) => language === value));
    location.reload();
  };
  return (
    <section aria-label={settingsTexts.language}>
      <h3>{settingsTexts.language}</h3>
      <select
        aria-label={settingsTexts.language}
        className="picker"
        defaultValue={chosenLanguage() ?? ""}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">{settingsTexts.languageOfBrowser}</option>
        {ALL.map((language) => (
          <option key={language} value={language} lang={language}>
            {LANGUAGES[language]}
          </option>
        ))}
      </select>
      <p className="quiet-text">{settingsTexts.languageReloads}</p>
    </section>
  );
}
