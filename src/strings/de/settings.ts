import type { ApiKeyMessages } from "../api-key-messages.js";
import type { IntegrationMessages } from "../integration-messages.js";
import type { MachineMessages } from "../machine-messages.js";
import type { MemoryMessages } from "../memory-messages.js";
import { germanSecret } from "./secret.js";
import { andList, counted } from "./words.js";

const tools = (count: number) => counted(count, "Werkzeug", "Werkzeuge");

/** The words of integrations in German. */
export const germanIntegrations: IntegrationMessages = {
  label: "Integrationen",
  add: "Integration hinzufügen",
  emptyTitle: "Noch keine Integrationen",
  emptyText: "Verbinden Sie ein anderes System, damit der Agent es für Sie nutzen kann.",
  loading: "Integrationen werden geladen …",
  loadFailed: (reason, isShown) =>
    `Integrationen konnten nicht ${isShown ? "aktualisiert" : "geladen"} werden. ${reason}`,
  removeFailed: (reason) => `Die Integration konnte nicht entfernt werden. ${reason}`,
  addedSpoken: (name) => `Integration hinzugefügt: ${name}`,
  removedSpoken: (name) => `Integration entfernt: ${name}`,
  retry: "Erneut versuchen",
  dismiss: "Schließen",
  shared: "Mit dem Arbeitsbereich geteilt",
  needsKey: "Braucht einen Schlüssel",
  summary: (reads, asks, always) =>
    [reads > 0 && `${tools(reads)} ohne Rückfrage`, asks + always > 0 && `${tools(asks + always)} nach Rückfrage`]
      .filter(Boolean)
      .join(" · "),
  actions: "Weitere Aktionen",
  actionsOf: (name) => `Weitere Aktionen für ${name}`,
  addKey: "Schlüssel hinzufügen",
  addKeyTo: (name) => `Schlüssel für „${name}“ hinzufügen`,
  keySpoken: (name) => `Schlüssel hinzugefügt: ${name}`,
  remove: "Entfernen",
  removeQuestion: (name) => `„${name}“ entfernen?`,
  removeText: (count, deletesKey) =>
    `Der Agent kann ${tools(count)} nicht mehr nutzen.${deletesKey ? " Der gespeicherte Schlüssel wird gelöscht." : ""}`,
  removeConfirm: "Entfernen",
  keep: "Behalten",
  dialog: {
    title: "Integration hinzufügen",
    titleOf: (name) => `„${name}“ hinzufügen`,
    offered: "Hier verfügbar",
    nothingOffered: "Noch keine Integrationen verfügbar",
    nothingOfferedText: "Fragen Sie einen Administrator, welche hier hinzugefügt werden können.",
    address: "Oder eine Adresse eingeben",
    addressAlone: "Adresse",
    addressHelp: "Ein OpenAPI-Dokument, eine GraphQL-API oder ein MCP-Server.",
    addressFault: "Geben Sie eine Adresse ein, die mit https:// beginnt.",
    check: "Weiter",
    checking: "Wird geprüft …",
    checkFailed: (reason) => `Die Quelle konnte nicht gelesen werden. ${reason}`,
    callsGoTo: (host) => `Anfragen gehen an ${host}.`,
    canRead: "Liest ohne Rückfrage",
    canWrite: "Ändert ohne Rückfrage",
    asksBeforeWrite: "Fragt vor jeder Nutzung",
    alwaysAsks: "Fragt immer, bevor etwas gelöscht oder angehalten wird",
    deprecated: "Veraltet",
    signIn: "Anmeldung",
    providedByHost: "Dieses Produkt meldet Sie an.",
    noneNeeded: "Kein Schlüssel nötig.",
    scheme: "Art der Anmeldung",
    schemes: { apiKey: "API-Schlüssel", bearer: "Zugriffstoken", basic: "Benutzername und Passwort" },
    username: "Benutzername",
    secrets: { apiKey: "API-Schlüssel", bearer: "Zugriffstoken", basic: "Passwort" },
    secretHelp: "Wird verschlüsselt gespeichert. Der Agent sieht ihn nie.",
    secretOptional: "Nicht erforderlich.",
    cannotKeep:
      "Hier können noch keine Schlüssel gespeichert werden. Bitten Sie Ihre Administration, das einzurichten.",
    cannotSignIn: "Diese Art der Anmeldung wird nicht unterstützt.",
    withoutKey: "Werkzeuge ohne Schlüssel können Sie hinzufügen.",
    needsKey: "Braucht einen Schlüssel",
    warnings: "Gut zu wissen",
    changed: "Die Quelle hat sich geändert. Prüfen Sie sie noch einmal, bevor Sie sie hinzufügen.",
    checkAgain: "Erneut prüfen",
    installFailed: (reason) => `Die Integration konnte nicht hinzugefügt werden. ${reason}`,
    replaces: "Das ersetzt die vorhandene Integration.",
    toolsChanged: "Die Werkzeuge haben sich geändert, seit Sie sie hinzugefügt haben. Prüfen Sie sie zuerst.",
    install: (count) => (count === 0 ? "Werkzeuge hinzufügen" : `${tools(count)} hinzufügen`),
    installing: "Wird hinzugefügt …",
    back: "Zurück",
    cancel: "Abbrechen",
    close: "Schließen",
  },
};

/** The words of connected machines in German. */
export const germanMachines: MachineMessages = {
  label: "Verbundene Rechner",
  emptyTitle: "Keine Rechner verbunden",
  emptyText: "Verbinden Sie einen Rechner, damit der Agent in einem seiner Ordner arbeiten kann. Führen Sie dort aus:",
  command: "npx @service/sdk machine <Ordner>",
  connectAnother: "Um einen weiteren Rechner zu verbinden, führen Sie dort aus:",
  loading: "Rechner werden geladen …",
  loadFailed: (reason, isShown) =>
    `Ihre Rechner konnten nicht ${isShown ? "aktualisiert" : "geladen"} werden. ${reason}`,
  removeFailed: (reason) => `Der Rechner konnte nicht entfernt werden. ${reason}`,
  removedSpoken: (name) => `Rechner entfernt: ${name}`,
  retry: "Erneut versuchen",
  dismiss: "Schließen",
  connected: "Verbunden",
  away: (when) => `Zuletzt gesehen: ${when}`,
  neverConnected: "Noch nicht verbunden",
  connecting: "Wird verbunden …",
  notConnecting: "Noch nicht verbunden",
  notConnectingHelp: "Prüfen Sie, ob der Befehl dort noch läuft.",
  connectedSpoken: (name) => `Rechner verbunden: ${name}`,
  shared: "Mit dem Arbeitsbereich geteilt",
  folder: (name) => `Ordner: ${name}`,
  may: (abilities) => `Der Agent kann ${andList.format(abilities)}.`,
  abilities: {
    read: "Dateien lesen",
    write: "mit Ihrer Freigabe Dateien schreiben",
    run: "mit Ihrer Freigabe Befehle ausführen",
  },
  remove: "Entfernen",
  removeNamed: (name) => `Entfernen: ${name}`,
  removeQuestion: (name) =>
    `„${name}“ entfernen? Laufende Befehle werden angehalten, und der Agent verliert den Zugriff.`,
  removeConfirm: "Rechner entfernen",
  keep: "Behalten",
  approval: {
    title: "Rechner verbinden",
    enter: "Geben Sie den Code ein, den der Rechner anzeigt.",
    code: "Code",
    codeHelp: "Acht Buchstaben, etwa BCDF-GHJK",
    next: "Weiter",
    checking: "Wird geprüft …",
    question: (name) => `„${name}“ verbinden?`,
    warning: "Verbinden Sie nur, was Sie selbst begonnen haben und wenn der Rechner diesen Code anzeigt.",
    will: "Der Agent kann dann:",
    can: {
      read: "ohne Rückfrage alle Dateien dieses Ordners auflisten und lesen",
      write: "Dateien in diesem Ordner anlegen und überschreiben, jedes Mal mit Ihrer Freigabe",
      run: "mit Ihren Rechten Befehle auf diesem Rechner ausführen, auch außerhalb des Ordners, jedes Mal mit Ihrer Freigabe",
    },
    approve: "Verbinden",
    deny: "Ablehnen",
    saving: "Wird gespeichert …",
    otherCode: "Anderen Code verwenden",
    unknown: "Dieser Code ist unbekannt oder abgelaufen. Prüfen Sie ihn oder beginnen Sie am Rechner neu.",
    incomplete: "Geben Sie die acht Buchstaben des Codes ein.",
    approvedTitle: "Freigegeben",
    connecting: (name) => `„${name}“ wird verbunden …`,
    notConnecting: (name) => `„${name}“ ist noch nicht verbunden. Prüfen Sie, ob der Befehl dort noch läuft.`,
    approved: (name) => `„${name}“ ist verbunden. Sie können diese Seite schließen.`,
    approvedBefore: (name) =>
      `„${name}“ ist schon freigegeben. Lehnen Sie ab, wenn Sie ihn nicht mehr verbinden möchten.`,
    usedMeanwhile: (name) =>
      `„${name}“ hat die Freigabe schon genutzt, oder der Code ist abgelaufen. Ist der Rechner verbunden, können Sie ihn bei den verbundenen Rechnern entfernen.`,
    deniedTitle: "Abgelehnt",
    denied: "Es wurde nichts verbunden. Sie können diese Seite schließen.",
    checkFailed: (reason) => `Der Code konnte nicht geprüft werden. ${reason}`,
    failed: (reason) => `Ihre Antwort konnte nicht gespeichert werden. ${reason}`,
  },
};

/** The words of memories in German. */
export const germanMemory: MemoryMessages = {
  label: "Gedächtnis",
  emptyTitle: "Noch nichts gemerkt",
  emptyText: "Was sich der Agent über Sie merkt, erscheint hier. Sie können es jederzeit löschen.",
  loading: "Gedächtnis wird geladen …",
  loadFailed: (reason, isShown) =>
    `Das Gedächtnis konnte nicht ${isShown ? "aktualisiert" : "geladen"} werden. ${reason}`,
  retry: "Erneut versuchen",
  dismiss: "Schließen",
  saved: (when) => `Gemerkt ${onDay(when)}`,
  delete: "Löschen",
  deleteNamed: (text) => `Löschen: ${text}`,
  deleteQuestion: "Diesen Eintrag löschen? Das lässt sich nicht rückgängig machen.",
  deleteConfirm: "Eintrag löschen",
  deleteAll: "Alles löschen",
  deleteAllQuestion: (count) =>
    count === 1
      ? "Den einzigen Eintrag löschen? Das lässt sich nicht rückgängig machen."
      : `Alle ${count} Einträge löschen? Das lässt sich nicht rückgängig machen.`,
  deleteAllConfirm: "Alle Einträge löschen",
  keep: "Behalten",
  deleted: "Eintrag gelöscht",
  deletedAll: "Alle Einträge gelöscht",
  deleteFailed: (reason) => `Aus dem Gedächtnis konnte nichts gelöscht werden. ${reason}`,
};

/** A date needs "am"; "vor 2 Std." does not. */
const onDay = (when: string) => (/^\d/.test(when) ? `am ${when}` : when === "jetzt" ? "gerade eben" : when);

/** The words of API keys in German. */
export const germanApiKeys: ApiKeyMessages = {
  label: "API-Schlüssel",
  emptyTitle: "Keine API-Schlüssel",
  emptyText: "Erstellen Sie einen Schlüssel, um diesen Arbeitsbereich aus eigenen Skripten und Servern zu nutzen.",
  loading: "API-Schlüssel werden geladen …",
  loadFailed: (reason, isShown) =>
    `API-Schlüssel konnten nicht ${isShown ? "aktualisiert" : "geladen"} werden. ${reason}`,
  adminsOnly: "Nur die Administration kann API-Schlüssel verwalten.",
  retry: "Erneut versuchen",
  dismiss: "Schließen",
  access: { full: "Lesen und schreiben", read: "Nur lesen" },
  created: (when, by) => (by === null ? `Erstellt ${onDay(when)}` : `Erstellt ${onDay(when)} von ${by}`),
  used: (when) => `Zuletzt verwendet ${onDay(when)}`,
  neverUsed: "Nie verwendet",
  expires: (date) => `Gültig bis ${date}`,
  expired: (date) => `Abgelaufen am ${date}`,
  isExpired: "Abgelaufen",
  revoke: "Widerrufen",
  revokeNamed: (name) => `Widerrufen: ${name}`,
  revokeQuestion: (name) =>
    `„${name}“ widerrufen? Alles, was diesen Schlüssel verwendet, hört auf zu arbeiten. Das lässt sich nicht rückgängig machen.`,
  revokeConfirm: "Schlüssel widerrufen",
  keep: "Behalten",
  revoked: (name) => `„${name}“ widerrufen`,
  revokeFailed: (reason) => `Der Schlüssel konnte nicht widerrufen werden. ${reason}`,
  form: {
    open: "Neuer Schlüssel",
    title: "Neuer API-Schlüssel",
    name: "Name",
    nameHelp: "Wofür Sie ihn verwenden, etwa Nachtbericht.",
    nameMissing: "Geben Sie einen Namen ein.",
    access: "Zugriff",
    permits: {
      read: "Sieht alle Unterhaltungen und Dateien in diesem Arbeitsbereich. Kann nichts ändern.",
      full: "Sendet außerdem Nachrichten und ändert Unterhaltungen, Dateien, geplante Aufgaben, Automatisierungen, Integrationen und Rechner.",
    },
    limits: "Kein Schlüssel kann andere Schlüssel erstellen oder andere Arbeitsbereiche erreichen.",
    create: "Schlüssel erstellen",
    creating: "Wird erstellt …",
    cancel: "Abbrechen",
    failed: (reason) => `Der Schlüssel konnte nicht erstellt werden. ${reason}`,
    unknown:
      "Wir konnten nicht bestätigen, dass der Schlüssel erstellt wurde. Steht er in der Liste, widerrufen Sie ihn und erstellen Sie einen neuen.",
  },
  token: {
    title: (name) => `„${name}“ erstellt`,
    ...germanSecret,
    label: "Schlüssel",
    copy: "Schlüssel kopieren",
    revoked: "Dieser Schlüssel funktioniert nicht mehr.",
  },
};
