import type { ErrorMessages } from "../error-messages.js";

const again = "Bitte versuchen Sie es erneut.";
const changed = "Das hat sich inzwischen geändert. Prüfen Sie es und versuchen Sie es erneut.";
const notStarted = "Diese Unterhaltung konnte nicht begonnen werden.";
const unavailable = "Das ist gerade nicht verfügbar.";
const tooLargeToAdd = "Das kann nicht hinzugefügt werden: Die Beschreibung ist zu groß.";

/** English sentences of the server, and their German ones. A sentence that is not here stays as it is. */
const sentences: Readonly<Record<string, string>> = {
  "Something in this request isn't valid. Check it and try again.":
    "Etwas an dieser Anfrage ist ungültig. Prüfen Sie sie und versuchen Sie es erneut.",
  "This didn't work. Check it and try again.": "Das hat nicht geklappt. Prüfen Sie es und versuchen Sie es erneut.",
  "This isn't included in the current plan.": "Das ist im aktuellen Tarif nicht enthalten.",
  "This doesn't exist or was removed.": "Das gibt es nicht, oder es wurde entfernt.",
  "This isn't possible here.": "Das ist hier nicht möglich.",
  "This can't be done from here.": "Das geht von hier aus nicht.",
  "This kind of content isn't supported.": "Diese Art von Inhalt wird nicht unterstützt.",
  "Too many requests in a short time. Wait a little, then try again.":
    "Zu viele Anfragen in kurzer Zeit. Warten Sie kurz und versuchen Sie es dann erneut.",
  "Too many conversations are open at once. Close one, or wait a little.":
    "Zu viele Unterhaltungen sind gleichzeitig offen. Schließen Sie eine oder warten Sie kurz.",
  "This month's limit is reached. You can send again next month.":
    "Das Limit für diesen Monat ist erreicht. Im nächsten Monat können Sie wieder senden.",
  "There's no room left for files. Remove some, or ask for more room.":
    "Für Dateien ist kein Platz mehr. Entfernen Sie einige, oder bitten Sie um mehr Platz.",
  "There's too much going on right now. Wait a moment, then try again.":
    "Gerade ist zu viel los. Warten Sie einen Moment und versuchen Sie es dann erneut.",
  "This changed in the meantime. Check it and try again.": changed,
  "This conversation was deleted. Your next message starts a new one.":
    "Diese Unterhaltung wurde gelöscht. Ihre nächste Nachricht beginnt eine neue.",
  "This conversation was restored to an earlier state.":
    "Diese Unterhaltung wurde auf einen früheren Stand zurückgesetzt.",
  "The queue changed in the meantime. Try again.": `Die Warteschlange hat sich inzwischen geändert. ${again}`,
  "This message no longer waits.": "Diese Nachricht wartet nicht mehr.",
  "This message changed in the meantime. Check it and try again.":
    "Diese Nachricht hat sich inzwischen geändert. Prüfen Sie sie und versuchen Sie es erneut.",
  "The draft changed in another window.": "Der Entwurf wurde in einem anderen Fenster geändert.",
  "There's already a draft.": "Es gibt schon einen Entwurf.",
  "The message you're editing changed in the meantime.":
    "Die Nachricht, die Sie bearbeiten, hat sich inzwischen geändert.",
  "This conversation changed in the meantime. Check it and try again.":
    "Diese Unterhaltung hat sich inzwischen geändert. Prüfen Sie sie und versuchen Sie es erneut.",
  "This was sent before with other content. Send it as a new message.":
    "Das wurde schon mit anderem Inhalt gesendet. Senden Sie es als neue Nachricht.",
  "The goal changed in the meantime. Check it and try again.":
    "Das Ziel hat sich inzwischen geändert. Prüfen Sie es und versuchen Sie es erneut.",
  "The goal is already done.": "Das Ziel ist schon erreicht.",
  "The goal isn't paused.": "Das Ziel ist nicht angehalten.",
  "This conversation couldn't be started.": notStarted,
  "This conversation couldn't be opened.": "Diese Unterhaltung konnte nicht geöffnet werden.",
  "This conversation was already started. Reload the page.":
    "Diese Unterhaltung wurde schon begonnen. Laden Sie die Seite neu.",
  "This message is too long. Shorten it or attach a file.":
    "Diese Nachricht ist zu lang. Kürzen Sie sie oder hängen Sie eine Datei an.",
  "This file is too large.": "Diese Datei ist zu groß.",
  "A file of this message has expired or was removed. Remove it or attach it again, then send.":
    "Eine Datei dieser Nachricht ist abgelaufen oder wurde entfernt. Entfernen Sie sie, oder hängen Sie sie erneut an.",
  "Files can't be attached here.": "Hier können keine Dateien angehängt werden.",
  "The upload took too long. Attach the file again.":
    "Das Hochladen hat zu lange gedauert. Hängen Sie die Datei erneut an.",
  "This file was already uploaded.": "Diese Datei wurde schon hochgeladen.",
  "The file didn't arrive. Attach it again.": "Die Datei ist nicht angekommen. Hängen Sie sie erneut an.",
  "Integrations aren't available here.": "Integrationen sind hier nicht verfügbar.",
  "This can't be added: its description isn't one we can read.":
    "Das kann nicht hinzugefügt werden: Die Beschreibung ist nicht lesbar.",
  "We couldn't read this address. Check it and try again.":
    "Wir konnten diese Adresse nicht lesen. Prüfen Sie sie und versuchen Sie es erneut.",
  "This can't be added: its description is too large.": tooLargeToAdd,
  "This address can't be used. Use a public address.":
    "Diese Adresse kann nicht verwendet werden. Verwenden Sie eine öffentliche Adresse.",
  "We couldn't reach this address. Check it and try again.":
    "Wir konnten diese Adresse nicht erreichen. Prüfen Sie sie und versuchen Sie es erneut.",
  "This address took too long to answer. Try again.": `Diese Adresse hat zu spät geantwortet. ${again}`,
  "This needs a key or a sign-in before it can be added.":
    "Dafür ist ein Schlüssel oder eine Anmeldung nötig, bevor es hinzugefügt werden kann.",
  "The source has changed. Check it again before you add it.":
    "Die Quelle hat sich geändert. Prüfen Sie sie noch einmal, bevor Sie sie hinzufügen.",
  "This event was sent before with different content.": "Dieses Ereignis wurde schon mit anderem Inhalt gesendet.",
  "This source was removed.": "Diese Quelle wurde entfernt.",
  "Secrets can't be stored here yet. Ask an administrator to set this up.":
    "Geheimnisse können hier noch nicht gespeichert werden. Bitten Sie die Administration, das einzurichten.",
  "Secrets can't be read right now. We've been told about it.":
    "Geheimnisse können gerade nicht gelesen werden. Wir wurden benachrichtigt.",
  "The signature isn't valid.": "Die Signatur ist ungültig.",
  "This code is unknown or has expired. Check it, or start again on the computer.":
    "Dieser Code ist unbekannt oder abgelaufen. Prüfen Sie ihn oder beginnen Sie am Rechner neu.",
  "Computers can't be connected here.": "Hier können keine Rechner verbunden werden.",
  "This conversation lost its last messages. It can be read, but not continued.":
    "Diese Unterhaltung hat ihre letzten Nachrichten verloren. Sie kann gelesen, aber nicht fortgesetzt werden.",
  "Nothing more can be stored right now. We've been told about it.":
    "Gerade kann nichts mehr gespeichert werden. Wir wurden benachrichtigt.",
  "This has ended already.": "Das ist schon beendet.",
  "This file doesn't exist or was removed.": "Diese Datei gibt es nicht, oder sie wurde entfernt.",
  "The body broke off before its end. Send the request again.": `Die Verbindung ist abgebrochen. ${again}`,
  "The turn failed and did not say why.": "Der Agent konnte die Antwort nicht abschließen.",
  "This conversation has no session yet. Send its first message.":
    "Diese Unterhaltung hat noch nicht begonnen. Senden Sie die erste Nachricht.",
  "Files can't be sent in this conversation.": "In dieser Unterhaltung können keine Dateien gesendet werden.",
  "This is too large to send. Shorten it and try again.":
    "Das ist zu groß zum Senden. Kürzen Sie es und versuchen Sie es erneut.",
  "Only an admin of this workspace can do this.": "Das kann nur die Administration dieses Arbeitsbereichs.",
  "This workspace is not the signed-in user's.": "Dieser Arbeitsbereich gehört nicht zu Ihrer Anmeldung.",
  "Another user is signed in now, so nothing was done. Reload the page.":
    "Jetzt ist eine andere Person angemeldet, daher ist nichts geschehen. Laden Sie die Seite neu.",
  "This conversation belongs to another user. Open one of the signed-in user's own.":
    "Diese Unterhaltung gehört einer anderen Person. Öffnen Sie eine eigene.",
  "Only integrations that are offered here can be added.":
    "Es können nur Integrationen hinzugefügt werden, die hier angeboten werden.",
  "The answer broke off before it was complete. Resume it from the last chunk.":
    "Die Antwort ist abgebrochen, bevor sie vollständig war.",
  "The answer broke off before it was complete. Read it from the conversation's history.":
    "Die Antwort ist abgebrochen, bevor sie vollständig war.",
  "The service took the message, but its log names no turn for it. It will answer; restore the conversation.":
    "Die Nachricht ist angekommen. Laden Sie die Seite neu, um die Antwort zu sehen.",
  "The service's pages of the log do not get on, so reading stopped. Try again.": `Diese Unterhaltung konnte nicht gelesen werden. ${again}`,
  "This isn't available right now. We've been told about it.": `${unavailable} Wir wurden benachrichtigt.`,
};

/** The sentences of failures in German. */
export const germanErrors: ErrorMessages = {
  wentWrong: `Etwas ist schiefgegangen. ${again}`,
  unreachable: `Wir konnten den Server nicht erreichen. ${again}`,
  tookTooLong: `Das hat zu lange gedauert. ${again}`,
  signInFirst: "Melden Sie sich zuerst an.",
  unavailable,
  agentUnavailable: "Der Agent ist gerade nicht verfügbar. Bitte versuchen Sie es später erneut.",
  creditUsedUp: "Das Guthaben für den Agenten ist aufgebraucht.",
  tryAgain: again,
  said: (sentence) => sentences[sentence] ?? sentence,
};
