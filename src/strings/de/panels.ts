import { couldNot, plainWords } from "../format.js";
import { formatAgo } from "../format-ago.js";
import type { PanelMessages } from "../panels-catalogue.js";
import { counted } from "./words.js";

const sessionStatuses: Readonly<Record<string, string>> = {
  queued: "In der Warteschlange",
  running: "Läuft",
  idle: "Bereit",
  requires_action: "Braucht Ihre Eingabe",
  recovering: "Wird fortgesetzt",
  waiting_capacity: "Wartet auf den Start",
  failed: "Fehlgeschlagen",
  cancelled: "Beendet",
};

const goalFailures: Readonly<Record<string, string>> = {
  edit: "Das Ziel konnte nicht gespeichert werden.",
  pause: "Das Ziel konnte nicht pausiert werden.",
  resume: "Das Ziel konnte nicht fortgesetzt werden.",
  clear: "Das Ziel konnte nicht entfernt werden.",
};

const goalEnds = {
  cleared: "Dieses Ziel wurde anderswo entfernt.",
  replaced: "Dieses Ziel wurde durch ein anderes ersetzt.",
  completed: "Dieses Ziel ist erreicht.",
  closed: "Diese Unterhaltung ist beendet.",
};

const sessionFailures: Readonly<Record<string, string>> = {
  rename: "Die Unterhaltung konnte nicht umbenannt werden.",
  archive: "Die Unterhaltung konnte nicht geändert werden.",
  delete: "Die Unterhaltung konnte nicht gelöscht werden.",
};

const failure = (failures: Readonly<Record<string, string>>, action: string) =>
  couldNot(failures, action, "Etwas ist schiefgelaufen.");

/** The words of the panels in German. */
export const germanPanels: PanelMessages = {
  form: {
    discardQuestion: "Änderungen verwerfen?",
    discardConfirm: "Verwerfen",
    keep: "Weiter bearbeiten",
  },
  goal: {
    label: "Ziel",
    active: "In Arbeit",
    paused: "Pausiert",
    completed: "Erreicht",
    pausedBecause: (reason) => `Pausiert: ${reason}`,
    criteria: "Erreicht, wenn",
    evidence: "Beleg",
    edit: "Ziel bearbeiten",
    pause: "Ziel pausieren",
    resume: "Ziel fortsetzen",
    clear: "Ziel entfernen",
    clearQuestion: "Dieses Ziel entfernen? Was schon getan ist, bleibt.",
    clearConfirm: "Entfernen",
    keep: "Behalten",
    textLabel: "Ziel",
    criteriaLabel: "Erreicht, wenn",
    save: "Speichern",
    cancel: "Abbrechen",
    saving: "Wird gespeichert …",
    changed: "Das Ziel wurde anderswo geändert. Dies ist der neueste Stand.",
    failed: (action, reason) => `${failure(goalFailures, action)} ${reason}`,
    dismiss: "Schließen",
    over: (end) => `${goalEnds[end]} Sie können Ihren Text noch kopieren.`,
  },
  sessions: {
    label: "Unterhaltungen",
    create: "Neue Unterhaltung",
    search: "Unterhaltungen durchsuchen",
    searchPlaceholder: "Suchen",
    archived: "Archiviert",
    loading: "Unterhaltungen werden geladen …",
    loadMore: "Mehr anzeigen",
    loadingMore: "Wird geladen …",
    emptyTitle: "Noch keine Unterhaltungen",
    emptyText: "Unterhaltungen, die Sie beginnen, erscheinen hier.",
    emptyArchived: "Keine archivierten Unterhaltungen",
    noMatch: (search) => `Keine Ergebnisse für „${search}“`,
    clearSearch: "Suche löschen",
    untitled: "Unterhaltung ohne Titel",
    ages: {
      pinned: "Angeheftet",
      today: "Heute",
      yesterday: "Gestern",
      week: "Letzte 7 Tage",
      month: "Letzte 30 Tage",
      older: "Älter",
    },
    actions: "Weitere Aktionen",
    actionsOf: (title) => `Weitere Aktionen für ${title}`,
    rename: "Umbenennen",
    renameLabel: (title) => `Neuer Name für ${title}`,
    nameMissing: "Geben Sie einen Namen ein.",
    save: "Speichern",
    cancel: "Abbrechen",
    archive: "Archivieren",
    unarchive: "Aus dem Archiv holen",
    delete: "Löschen",
    deleteQuestion: (title) =>
      `„${title}“ mit allen Nachrichten und Dateien löschen? Das lässt sich nicht rückgängig machen.`,
    deleteSubtasks: (count, hasMore) => {
      if (hasMore) return `Auch mehr als ${count.toLocaleString("de")} Teilaufgaben werden gelöscht.`;
      return count === 1 ? "Auch die Teilaufgabe wird gelöscht." : `Auch die ${count} Teilaufgaben werden gelöscht.`;
    },
    deleteConfirm: "Löschen",
    keep: "Behalten",
    deleted: (title) => `„${title}“ gelöscht`,
    archivedSpoken: "Unterhaltung archiviert",
    unarchivedSpoken: "Unterhaltung aus dem Archiv geholt",
    status: (status) => sessionStatuses[status] ?? plainWords(status),
    wantsDecision: "Braucht Ihre Eingabe",
    finishedUnseen: "Neues Ergebnis",
    failedUnseen: "Fehlgeschlagen",
    found: (count, hasMore) => {
      if (count === 0) return "Keine Unterhaltungen gefunden";
      const words = counted(count, "Unterhaltung", "Unterhaltungen");
      return hasMore ? `${words} und weitere` : words;
    },
    loadFailed: (reason, isShown, isMore) =>
      `${isMore ? "Weitere Unterhaltungen" : "Ihre Unterhaltungen"} konnten nicht ${isShown && !isMore ? "aktualisiert" : "geladen"} werden. ${reason}`,
    failed: (action, reason) => `${failure(sessionFailures, action)} ${reason}`,
    retry: "Erneut versuchen",
    dismiss: "Schließen",
    when: (date, now, locale = "de") => formatAgo(date, now, locale),
  },
  attention: {
    title: (count, title) => `(${count}) ${title}`,
    notification: (reason) =>
      ({ decision: "Braucht Ihre Eingabe", finished: "Fertig", failed: "Fehlgeschlagen" })[reason],
    untitled: "Eine Unterhaltung",
  },
};
