import type { appTexts } from "../app.ts";
import type { appsTexts } from "../apps.ts";
import type { commitTexts } from "../commit.ts";
import type { connectionTexts } from "../connection.ts";
import type { conversationsTexts } from "../conversations.ts";
import type { choiceTexts, pickTexts } from "../models.ts";
import type { paletteTexts, shortcutTexts } from "../palette.ts";
import type { pastTexts } from "../past.ts";

export const app: typeof appTexts = {
  opening: "Wird geöffnet…",
  conversations: "Unterhaltungen",
  closeList: "Unterhaltungen schließen",
  folder: "Der Ordner, in dem der Agent arbeitet",
  timeline: "Zeitachse",
  newer: "Es gibt eine neuere Fassung dieser Seite.",
  broken: "Ein Teil dieser Seite wurde nicht geladen.",
  isKept: (why) => `${why} Was Sie geschrieben haben, bleibt erhalten, und Läufe gehen weiter.`,
  reload: "Neu laden",
  notice: "Hinweis",
  hideNotice: "Hinweis ausblenden",
  colours: { system: "Farben: wie das System", light: "Farben: hell", dark: "Farben: dunkel" },
};

export const connection: typeof connectionTexts = {
  unreachable: "Der Server ist nicht erreichbar.",
  notAllowed: "Diese Seite hat keinen Zugang mehr. Öffnen Sie die Adresse noch einmal, die der Server ausgegeben hat.",
  answeredWith: (status) => `Der Server antwortete mit ${status}.`,
  noAnswer: "Der Server gab keine Antwort.",
  lost: "Die Verbindung zum Server ist verloren. Laden Sie die Seite neu, um es noch einmal zu versuchen.",
  deleted: "Diese Unterhaltung wurde gelöscht.",
  needsToken: "Der Server braucht sein Token",
  askToken:
    "Diese Seite hat keinen Zugang mehr. Öffnen Sie die Adresse noch einmal, die der Server ausgegeben hat, oder geben Sie hier sein Token ein: Auch andere Tabs gehen dann weiter.",
  token: "Token oder ganze Adresse",
  open: "Öffnen",
  wrongToken: "Das ist nicht das Token dieses Servers.",
};

export const apps: typeof appsTexts = {
  of: "App von",
  ofServer: (server) => `App von ${server}`,
  calls: "Aufrufe der App",
  tookFocus: "Die App wurde beendet: Sie nahm den Fokus, während Sie schrieben.",
  wantsToOpen: "Die App will öffnen:",
  open: "Öffnen",
  doNotOpen: "Nicht öffnen",
  reachesNothing: "erreicht nichts außerhalb",
  reaches: (hosts) => `erreicht ${hosts}`,
  close: "Schließen",
  show: "App zeigen",
  opening: "Die App wird geöffnet…",
  notShown: (why) => `Die App kann nicht gezeigt werden: ${why}`,
  loadsFrom: "Sie lädt von diesen Stellen und kann ihnen mitteilen, was sie sieht.",
  run: "App starten",
};

export const commit: typeof commitTexts = {
  open: "Commit…",
  form: "Commit",
  filesCommitted: (count) => (count === 1 ? "Diese Datei kommt in den Commit:" : "Diese Dateien kommen in den Commit:"),
  filesLeft: "Ausgelassen, weil git sie übergeht oder sie dem letzten Commit gleichen:",
  more: (count) => `und ${count} weitere`,
  message: "Nachricht",
  writing: "Das Modell schreibt eine Nachricht…",
  notWritten: (why) => `Das Modell hat keine Nachricht geschrieben; schreiben Sie eine. ${why}`,
  asksFirst:
    "Bevor git läuft, werden Sie in der Unterhaltung gefragt, denn ein Commit führt die Hooks des Repositorys aus.",
  commit: "Commit",
  cancel: "Abbrechen",
  showConversation: "Unterhaltung zeigen",
  underWay: "Der Commit läuft.",
  waits: "Der Commit wartet in der Unterhaltung auf Ihre Antwort.",
  notMade: "Es gab keinen Commit: Der Aufruf in der Unterhaltung sagt, warum.",
  made: "Commit gemacht.",
  madeAs: (hash) => `Commit ${hash} gemacht.`,
};

export const conversations: typeof conversationsTexts = {
  new: "Neue Unterhaltung",
  search: "Unterhaltungen durchsuchen",
  searchPlaceholder: "Suchen",
  searching: "Sucht…",
  nothingFound: "Nichts gefunden.",
  found: "Gefundene Unterhaltungen",
  foundCount: (count) => (count === 1 ? "1 Unterhaltung" : `${count} Unterhaltungen`),
  none: "Noch keine Unterhaltungen.",
  noneArchived: "Das Archiv ist leer.",
  older: "Ältere Unterhaltungen",
  archive: "Archiv",
  settings: "Einstellungen",
  shortcuts: "Tastenkürzel",
  untitled: "Ohne Titel",
  pinned: "Angeheftet",
  today: "Heute",
  yesterday: "Gestern",
  lastWeek: "Die letzten 7 Tage",
  lastMonth: "Die letzten 30 Tage",
  states: {
    idle: "",
    running: "Läuft",
    waiting: "Wartet auf Sie",
    interrupted: "Unterbrochen",
    quarantined: "In Quarantäne",
  },
  archived: "Archiviert",
  fork: "Abzweig:",
  forkOf: (number) => `Abzweig ${number}:`,
  waiting: (count) => (count === 1 ? "1 wartet auf Sie" : `${count} warten auf Sie`),
  actions: "Aktionen",
  actionsOf: (title) => `Aktionen für ${title}`,
  pin: "Anheften",
  unpin: "Lösen",
  rename: "Umbenennen",
  archiveOne: "Archivieren",
  bringBack: "Zurückholen",
  exportMarkdown: "Als Markdown exportieren",
  exportHtml: "Als eine Seite (HTML) exportieren",
  exportJson: "Als JSON exportieren",
  delete: "Löschen",
  deleteQuestion: "Diese Unterhaltung löschen?",
  deleteAbout: (title) => `„${title}“ und die Zeitachse werden endgültig gelöscht. Dateien bleiben, wie sie sind.`,
  title: "Titel",
  save: "Speichern",
  cancel: "Abbrechen",
};

export const pick: typeof pickTexts = {
  heading: "Ein Modell wählen",
  watch: "Eine aufgezeichnete Sitzung ansehen",
  watchAbout:
    "Ein Modell hat diese Aufgabe einmal gelöst. Seine Aufrufe laufen noch einmal, in einem eigenen Ordner, und Sie werden gefragt.",
  look: "Auf diesem Rechner nach einem Modell suchen",
  lookAbout: "Fragt 127.0.0.1 an den Ports von Ollama (11434) und llama.cpp (8080), ohne Schlüssel.",
  noneFound: "Auf diesem Rechner antwortet kein Server mit einem Modell.",
  takeModel: (label) => `${label} nehmen`,
  key: "Den Schlüssel eines Anbieters nehmen",
  keyAbout: "Bleibt im Speicher des Servers, bis er endet, und wird nie zurückgeschickt.",
  provider: "Anbieter",
  detect: "Am Schlüssel erkennen",
  use: "Nehmen",
};

export const choices: typeof choiceTexts = {
  model: "Modell",
  effort: "Aufwand",
  defaultEffort: "Üblicher Aufwand",
  effortOf: (name) => `Aufwand: ${name}`,
  mode: "Modus",
  modeIs: "Modus:",
  tools: "Werkzeuge",
  toolsOf: (count) => `Werkzeuge: ${count}`,
  all: "alle",
  none: "keine",
  someOf: (picked, all) => `${picked} von ${all}`,
  allTools: "Alle Werkzeuge",
  noTools: "Keine Werkzeuge",
};

export const palette: typeof paletteTexts = {
  goTo: "Gehe zu",
  field: "Unterhaltungen, Aktionen, Modelle",
  matches: "Treffer",
  searching: "Sucht…",
  nothing: "Kein Treffer.",
  kinds: { action: "Aktion", thread: "Unterhaltung", model: "Modell", effort: "Aufwand", mode: "Modus" },
  new: "Neue Unterhaltung",
  stop: "Den Lauf anhalten",
  search: "Unterhaltungen durchsuchen",
  changes: "Änderungen dieser Unterhaltung zeigen",
  timeline: "Zeitachse zeigen",
  steps: "Auf frühere Schritte zurückblicken",
  jobs: "Hintergrundjobs zeigen",
  plan: "Plan zeigen",
  pin: "Diese Unterhaltung anheften",
  unpin: "Diese Unterhaltung lösen",
  archive: "Diese Unterhaltung archivieren",
  unarchive: "Diese Unterhaltung aus dem Archiv holen",
  exportMarkdown: "Diese Unterhaltung als Markdown exportieren",
  exportHtml: "Diese Unterhaltung als eine Seite (HTML) exportieren",
  exportJson: "Diese Unterhaltung als JSON exportieren",
  settings: "Einstellungen",
  shortcuts: "Tastenkürzel",
};

export const shortcuts: typeof shortcutTexts = {
  heading: "Tastenkürzel",
  close: "Schließen",
  keys: [
    ["Strg+K oder ⌘K", "Zu einer Unterhaltung, einer Aktion oder einem Modell gehen"],
    ["Alt+N", "Neue Unterhaltung"],
    ["/", "Unterhaltungen durchsuchen, oder ein Befehl in einer leeren Nachricht"],
    ["@", "In einer Nachricht eine Datei nennen"],
    ["Enter", "Senden; während eines Laufs: ihm etwas sagen"],
    ["Umschalt+Enter", "Eine neue Zeile"],
    ["Esc", "Schließen, was offen ist, sonst den Lauf anhalten"],
    ["1 2 3", "Einmal erlauben, immer erlauben, mit Begründung ablehnen, solange eine Frage den Fokus hat"],
    ["↑ ↓ Pos1 Ende", "In Listen von Zeile zu Zeile; → zu den Aktionen einer Unterhaltung"],
    ["?", "Diese Liste"],
  ],
};

export const past: typeof pastTexts = {
  steps: "Schritte dieser Unterhaltung",
  step: "Schritt",
  none: "Diese Unterhaltung hat keinen früheren Schritt.",
  close: "Schließen",
  backToNow: "Zurück zu jetzt",
  stepOf: (place, all) => `Schritt ${place} von ${all}`,
  now: "jetzt",
  answer: "Antwort",
  goOn: "Von hier weitermachen",
  goOnBack: "Weitermachen, Dateien wie damals",
  goOnKeep: "Weitermachen, Dateien wie jetzt",
  ask: (files) => `Spätere Schritte haben ${files} geändert. Auch das zurücknehmen?`,
  takeBackAnyway: "Trotzdem zurücknehmen",
  andMore: (names, count) => `${names} und ${count} weitere`,
};
