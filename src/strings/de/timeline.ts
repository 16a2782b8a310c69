import type { TimelineMessages } from "../timeline-messages.js";
import { counted, withSteps } from "./words.js";

export const germanTimeline: TimelineMessages = {
  label: "Unterhaltung",
  keys: "Pfeil nach oben und unten wechselt die Nachricht, Eingabe führt in sie hinein, Escape hinaus.",
  loading: "Unterhaltung wird geladen …",
  emptyTitle: "Wie kann ich helfen?",
  emptyText: "Stellen Sie eine Frage oder beschreiben Sie, was erledigt werden soll.",
  loadOlder: "Frühere Nachrichten laden",
  loadingOlder: "Frühere Nachrichten werden geladen …",
  loadNewer: "Spätere Nachrichten laden",
  loadingNewer: "Spätere Nachrichten werden geladen …",
  olderNotPrinted: "Frühere Nachrichten sind nicht enthalten.",
  newerNotPrinted: "Spätere Nachrichten sind nicht enthalten.",
  jumpToLatest: "Zum Neuesten springen",
  newBelow: (count) => counted(count, "neue Nachricht", "neue Nachrichten"),
  waitingForModel: "Arbeitet noch",
  thinking: "Denkt nach …",
  reasoning: "Überlegung",
  reasoningRunning: "Überlegt …",
  workedFor: (duration, steps) =>
    withSteps(duration ? `${duration} gearbeitet` : steps > 0 ? "Gearbeitet" : "Details", steps),
  failedAfter: (duration, steps) => withSteps(duration ? `Nach ${duration} fehlgeschlagen` : "Fehlgeschlagen", steps),
  stoppedAfter: (duration, steps) => withSteps(duration ? `Nach ${duration} angehalten` : "Angehalten", steps),
  noReply: "Ohne Antwort beendet",
  failedSteps: (count) => `${count} fehlgeschlagen`,
  rejectedSteps: (count) => `${count} abgelehnt`,
  childSessions: (count) => counted(count, "Teilaufgabe", "Teilaufgaben"),
  rowFailed: "Dieser Teil konnte nicht angezeigt werden.",
  tryAgain: "Erneut versuchen",
};
