// Runs before the first paint, so that a page in chosen colours never flashes in others, nor its first words in another
// language.
let language = null;
try {
  const theme = localStorage.getItem("toolwright.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  language = localStorage.getItem("toolwright.language");
} catch {
  // A browser that lets nobody store anything: the colours of the system, and the language of the browser.
}
const wanted = language === null ? navigator.languages : [language];
const known = wanted.map((locale) => locale.split("-", 1)[0]).find((one) => one === "en" || one === "de");
document.documentElement.lang = known ?? "en";
