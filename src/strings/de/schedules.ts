import { couldNot, formatWhen, formatZone, plainWords } from "../format.js";
import type { ScheduleMessages } from "../schedule-messages.js";
import { andList, counted } from "./words.js";

const states: Readonly<Record<string, string>> = {
  buffered: "In der Warteschlange",
  queued: "Startet",
  running: "Läuft",
  completed: "Fertig",
  failed: "Fehlgeschlagen",
  cancelled: "Angehalten",
  skipped: "Übersprungen",
};

const actions: Readonly<Record<string, string>> = {
  create: "Die Aufgabe konnte nicht gespeichert werden.",
  update: "Die Aufgabe konnte nicht gespeichert werden.",
  pause: "Die Aufgabe konnte nicht pausiert werden.",
  resume: "Die Aufgabe konnte nicht fortgesetzt werden.",
  trigger: "Die Aufgabe konnte nicht ausgeführt werden.",
  remove: "Die Aufgabe konnte nicht gelöscht werden.",
};

const doneActions: Readonly<Record<string, string>> = {
  create: "Aufgabe erstellt",
  update: "Aufgabe gespeichert",
  pause: "Aufgabe pausiert",
  resume: "Aufgabe fortgesetzt",
  trigger: "Ausführung gestartet",
  remove: "Aufgabe gelöscht",
};

const inZone = (text: string, zone: string | null) => (zone === null ? text : `${text} (${zone})`);
const every = (count: number, one: string, other: string) =>
  count === 1 ? one : `Alle ${counted(count, other, other)}`;

/** The words of scheduled tasks in German. */
export const germanSchedules: ScheduleMessages = {
  label: "Geplante Aufgaben",
  add: "Neue Aufgabe",
  emptyTitle: "Noch keine geplanten Aufgaben",
  emptyText: "Legen Sie eine an, damit der Agent zu den Zeiten arbeitet, die Sie wählen.",
  loading: "Geplante Aufgaben werden geladen …",
  loadMore: "Mehr anzeigen",
  loadingMore: "Wird geladen …",
  loadFailed: (reason, isShown, isMore) =>
    `${isMore ? "Weitere geplante Aufgaben" : "Geplante Aufgaben"} konnten nicht ${isShown && !isMore ? "aktualisiert" : "geladen"} werden. ${reason}`,
  actionFailed: (action, reason) => `${couldNot(actions, action, "Etwas ist schiefgelaufen.")} ${reason}`,
  done: (action, name) => [doneActions[action] ?? "", name].filter(Boolean).join(": "),
  owner: {
    filter: "Anzeigen",
    label: "Wer kann es nutzen",
    all: "Alle",
    user: "Nur ich",
    workspace: "Arbeitsbereich",
    everyone: "Alle im Arbeitsbereich",
  },
  retry: "Erneut versuchen",
  dismiss: "Schließen",
  manual: "Nur wenn Sie sie ausführen",
  once: (when, zone) => inZone(`Einmal: ${when}`, zone),
  every: (seconds) => {
    if (seconds % 86_400 === 0) return every(seconds / 86_400, "Jeden Tag", "Tage");
    if (seconds % 3_600 === 0) return every(seconds / 3_600, "Jede Stunde", "Stunden");
    if (seconds % 60 === 0) return every(seconds / 60, "Jede Minute", "Minuten");
    return every(seconds, "Jede Sekunde", "Sekunden");
  },
  daily: (time, zone) => inZone(`Täglich um ${time}`, zone),
  weekdays: (time, zone) => inZone(`Montag bis Freitag um ${time}`, zone),
  weekly: (days, time, zone) => inZone(`Jeden ${andList.format(days)} um ${time}`, zone),
  when: (date, now, locale = "de") => formatWhen(date, now, locale),
  other: "Zu anderen Zeiten",
  next: (when, isYourTime) => `Nächstes Mal: ${when}${isYourTime ? " Ihrer Zeit" : ""}`,
  noNext: "Keine weiteren Ausführungen",
  paused: "Pausiert",
  shared: "Mit dem Arbeitsbereich geteilt",
  lastRun: (status, when) => `${states[status] ?? plainWords(status)} · ${when}`,
  neverRan: "Noch nicht ausgeführt",
  openRun: (name) => `Letzte Unterhaltung von ${name} öffnen`,
  open: "Öffnen",
  pause: "Pausieren",
  resume: "Fortsetzen",
  runNow: "Jetzt ausführen",
  actions: "Weitere Aktionen",
  actionsOf: (name) => `Weitere Aktionen für ${name}`,
  edit: "Bearbeiten",
  remove: "Löschen",
  removeQuestion: (name) => `„${name}“ löschen? Die Unterhaltungen bleiben.`,
  removeConfirm: "Löschen",
  keep: "Behalten",
  form: {
    create: "Neue geplante Aufgabe",
    change: "Geplante Aufgabe bearbeiten",
    name: "Name",
    prompt: "Was soll der Agent tun?",
    promptHelp: "Wird bei jeder Ausführung als Nachricht gesendet.",
    kind: "Wann",
    kinds: {
      calendar: "Zu einer Uhrzeit",
      interval: "In einem Abstand",
      once: "Einmal",
      manual: "Nur wenn Sie sie ausführen",
    },
    time: "Uhrzeit",
    days: "Tage",
    dateTime: "Datum und Uhrzeit",
    zone: "Zeitzone",
    zoneOption: formatZone,
    every: "Alle",
    unit: "Einheit",
    units: { minutes: "Minuten", hours: "Stunden", days: "Tage" },
    next: "Nächste Ausführungen",
    nextYourTime: "Nächste Ausführungen in Ihrer Zeitzone",
    nextLoading: "Die nächsten Ausführungen werden berechnet …",
    nextNone: "Dieser Zeitpunkt ist schon vorbei.",
    nextManual: "Wird nur ausgeführt, wenn Sie sie starten.",
    saveNew: "Aufgabe erstellen",
    save: "Speichern",
    saving: "Wird gespeichert …",
    cancel: "Abbrechen",
    failed: (reason) => `Die Aufgabe konnte nicht gespeichert werden. ${reason}`,
    unknown: {
      create:
        "Wir konnten nicht bestätigen, dass die Aufgabe gespeichert wurde. Prüfen Sie die Liste, bevor Sie erneut speichern.",
      change:
        "Wir konnten nicht bestätigen, dass die Aufgabe gespeichert wurde. Sie können gefahrlos erneut speichern.",
    },
    faults: {
      name: "Geben Sie einen Namen ein.",
      prompt: "Geben Sie ein, was der Agent tun soll.",
      days: "Wählen Sie mindestens einen Tag.",
      time: "Geben Sie eine Uhrzeit ein.",
      dateTime: "Geben Sie Datum und Uhrzeit ein.",
      zone: "Wählen Sie eine Zeitzone aus der Liste.",
      every: "Geben Sie eine ganze Zahl ein. Der kürzeste Abstand ist 1 Minute.",
    },
  },
};
