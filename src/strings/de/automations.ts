import type { AutomationMessages } from "../automation-messages.js";
import { couldNot } from "../format.js";
import { germanSecret } from "./secret.js";
import { counted, orList } from "./words.js";

const senders: Readonly<Record<string, string>> = {
  "github.v1": "GitHub",
  "stripe.v1": "Stripe",
  "standard-webhooks.v1": "Der Absender",
};
const sender = (adapter: string) => senders[adapter] ?? "Ihr System";

const failures: Readonly<Record<string, string>> = {
  createSource: "Die Quelle konnte nicht erstellt werden.",
  updateSource: "Die Quelle konnte nicht geändert werden.",
  removeSource: "Die Quelle konnte nicht gelöscht werden.",
  createTrigger: "Der Auslöser konnte nicht gespeichert werden.",
  updateTrigger: "Der Auslöser konnte nicht gespeichert werden.",
  removeTrigger: "Der Auslöser konnte nicht gelöscht werden.",
  sendEvent: "Das Testereignis konnte nicht gesendet werden.",
};

const doneActions: Readonly<Record<string, string>> = {
  createSource: "Quelle erstellt",
  updateSource: "Quelle geändert",
  removeSource: "Quelle gelöscht",
  createTrigger: "Auslöser hinzugefügt",
  updateTrigger: "Auslöser geändert",
  removeTrigger: "Auslöser gelöscht",
};

const reasons: Readonly<Record<string, string>> = {
  no_trigger: "Kein Auslöser passt zu dieser Art von Ereignis.",
  filtered: "Herausgefiltert: Die Bedingungen keines Auslösers treffen zu.",
  trigger_paused: "Übersprungen: Der Auslöser ist pausiert.",
  source_paused: "Übersprungen: Die Quelle ist pausiert.",
  occurrence_seen: "Übersprungen: Dieser Vorgang wurde schon bearbeitet.",
};

const refusals: Readonly<Record<string, string>> = {
  signature_invalid:
    "Abgewiesen: Die Signatur stimmt nicht. Prüfen Sie, ob der Absender das Geheimnis dieser Quelle verwendet.",
  delivery_conflict: "Abgewiesen: Ein früheres Ereignis mit derselben Kennung hatte einen anderen Inhalt.",
  unsupported_media_type: "Abgewiesen: Es ist kein JSON. Stellen Sie beim Absender application/json ein.",
};

/** The words of automations in German. */
export const germanAutomations: AutomationMessages = {
  label: "Automatisierungen",
  add: "Neue Quelle",
  emptyTitle: "Noch keine Automatisierungen",
  emptyText:
    "Erstellen Sie eine Quelle wie GitHub oder Stripe und wählen Sie, welche ihrer Ereignisse eine Unterhaltung beginnen.",
  unavailableTitle: "Automatisierungen sind hier noch nicht eingerichtet",
  unavailableText: "Bitten Sie Ihre Administration, sie einzuschalten.",
  loading: "Automatisierungen werden geladen …",
  loadMore: "Mehr anzeigen",
  loadingMore: "Wird geladen …",
  loadFailed: (reason, isShown, isMore) =>
    `${isMore ? "Weitere Automatisierungen" : "Automatisierungen"} konnten nicht ${isShown && !isMore ? "aktualisiert" : "geladen"} werden. ${reason}`,
  actionFailed: (action, reason) => `${couldNot(failures, action, "Etwas ist schiefgelaufen.")} ${reason}`,
  done: (action) => doneActions[action] ?? "",
  retry: "Erneut versuchen",
  dismiss: "Schließen",
  owner: {
    filter: "Anzeigen",
    label: "Wer kann es nutzen",
    all: "Alle",
    user: "Nur ich",
    workspace: "Arbeitsbereich",
    everyone: "Alle im Arbeitsbereich",
  },
  adapters: {
    "github.v1": "GitHub",
    "stripe.v1": "Stripe",
    "standard-webhooks.v1": "Standard Webhooks",
    "signed-json.v1": "Ihr eigenes System",
  },
  shared: "Mit dem Arbeitsbereich geteilt",
  paused: "Pausiert",
  removed: "Gelöscht",
  details: "Details",
  address: "Webhook-Adresse",
  copyAddress: "Adresse kopieren",
  oldSecretUntil: (when) => `Das alte Geheimnis gilt bis ${when}.`,
  pause: "Pausieren",
  resume: "Fortsetzen",
  edit: "Bearbeiten",
  remove: "Löschen",
  changeSecret: "Geheimnis ändern",
  addTrigger: "Auslöser hinzufügen",
  sendTest: "Testereignis senden",
  showDeliveries: "Zustellungen anzeigen",
  hideDeliveries: "Zustellungen ausblenden",
  actions: "Weitere Aktionen",
  actionsOf: (name) => `Weitere Aktionen für ${name}`,
  named: (action, name) => `${action}: ${name}`,
  removeSourceQuestion: (name) =>
    `„${name}“ löschen? Die Adresse gilt dann nicht mehr. Die begonnenen Unterhaltungen bleiben.`,
  removeTriggerQuestion: (name) => `„${name}“ löschen? Die begonnenen Unterhaltungen bleiben.`,
  removeConfirm: "Löschen",
  keep: "Behalten",
  showRemoved: (count) => `${counted(count, "gelöschte Quelle", "gelöschte Quellen")} anzeigen`,
  hideRemoved: "Gelöschte Quellen ausblenden",
  triggers: {
    none: "Noch passiert nichts. Fügen Sie einen Auslöser hinzu, damit Ereignisse eine Unterhaltung beginnen.",
    takes: (types) => (types === null ? "Bei jedem Ereignis" : `Bei ${orList.format(types)}`),
    onlyIf: (conditions) => (conditions === 1 ? "Nur wenn" : "Nur wenn alles zutrifft"),
    is: (path, value) => `${path} ist ${value}`,
    isOneOf: (path, values) => `${path} ist ${orList.format(values)}`,
    present: (path) => `${path} ist vorhanden`,
    missing: (path) => `${path} fehlt`,
  },
  deliveries: {
    label: "Letzte Zustellungen",
    none: "Noch keine Zustellungen.",
    loading: "Zustellungen werden geladen …",
    failed: (reason, isShown) =>
      `Die Zustellungen konnten nicht ${isShown ? "aktualisiert" : "geladen"} werden. ${reason}`,
    test: "Test",
    started: (trigger) => `${trigger}: Unterhaltung begonnen`,
    starting: (trigger) => `${trigger}: startet …`,
    couldNotStart: (trigger, reason) => `${trigger}: konnte nicht starten. ${reason}`,
    skipped: (trigger) => `${trigger}: übersprungen, weil pausiert`,
    removedTrigger: "Gelöschter Auslöser",
    ignored: (reason) => reasons[reason] ?? "Es wurde nichts begonnen.",
    repeated: (count) =>
      count === 1
        ? "Noch einmal zugestellt. Es wurde nichts Neues begonnen."
        : `Noch ${count}-mal zugestellt. Es wurde nichts Neues begonnen.`,
    refused: (code) => refusals[code] ?? "Abgewiesen: Der Inhalt lässt sich nicht als Ereignis lesen.",
    open: "Öffnen",
    openNamed: (trigger) => `Unterhaltung von ${trigger} öffnen`,
  },
  sourceForm: {
    title: "Neue Quelle",
    name: "Name",
    adapter: "Ereignisse kommen von",
    secret: "Geheimnis",
    secretHelp: (adapter) =>
      adapter === "stripe.v1"
        ? "Stripe erzeugt das Geheimnis. Lassen Sie dies leer und tragen Sie es ein, sobald die Adresse dort eingetragen ist."
        : "Mindestens 16 Zeichen. Leer lassen, um eines erzeugen zu lassen.",
    create: "Quelle erstellen",
    faults: {
      name: "Geben Sie einen Namen ein.",
      secret: "Geben Sie mindestens 16 Zeichen ein, so wie der Absender sie zeigt.",
    },
  },
  secretForm: {
    title: (name) => `Neues Geheimnis für ${name}`,
    keepOld: "Altes Geheimnis annehmen",
    keepOldFor: { day: "Noch einen Tag", week: "Noch eine Woche", none: "Ab sofort nicht mehr" },
    change: "Geheimnis ändern",
  },
  revealed: {
    title: (name) => `${name} einrichten`,
    steps: {
      github:
        "Fügen Sie in den Einstellungen des Repositorys auf GitHub einen Webhook mit Adresse und Geheimnis hinzu.",
      githubEvents: "Wählen Sie application/json und die Ereignisse, die gesendet werden.",
      stripe: "Fügen Sie in Stripe einen Endpunkt mit dieser Adresse hinzu.",
      stripeSecret: "Kopieren Sie das Geheimnis von Stripe, wählen Sie hier „Geheimnis ändern“ und tragen Sie es ein.",
      other: (adapter) => `${sender(adapter)} braucht diese Adresse und dieses Geheimnis.`,
    },
    ...germanSecret,
    label: "Geheimnis",
    copy: "Geheimnis kopieren",
  },
  triggerForm: {
    create: "Neuer Auslöser",
    change: "Auslöser bearbeiten",
    newest: "Inzwischen geändert. Hier steht jetzt:",
    name: "Name",
    types: "Ereignisarten",
    typesHelp: (adapter) =>
      `Durch Kommas getrennt. ${
        adapter === "github.v1" ? "„issues“ schließt „issues.opened“ ein" : "„invoice“ schließt „invoice.paid“ ein"
      }. Leer lassen für jedes Ereignis.`,
    conditions: "Nur wenn",
    conditionsHelp: 'Alle müssen zutreffen. Ein Wert in Anführungszeichen wird als Text verglichen: "42".',
    field: "Feld, etwa order.total",
    comparison: "Vergleich",
    comparisons: { is: "ist", in: "ist eines von", present: "ist vorhanden", missing: "fehlt" },
    value: "Wert",
    addCondition: "Bedingung hinzufügen",
    removeCondition: (number) => `Bedingung ${number} entfernen`,
    prompt: "Was soll der Agent tun?",
    promptHelp: "Beginnt die Unterhaltung. Der Agent erhält das Ereignis dazu und fragt Sie, bevor er etwas ändert.",
    fields: "Felder für den Agenten",
    fieldsHelp: "Durch Kommas getrennt. Leer lassen für das ganze Ereignis.",
    faults: {
      name: "Geben Sie einen Namen ein.",
      types: "Geben Sie höchstens 50 Arten ohne Leerzeichen ein.",
      conditions: "Geben Sie für jede Bedingung ein Feld wie order.total und einen Wert ein.",
      prompt: "Geben Sie ein, was der Agent tun soll.",
      fields: "Geben Sie höchstens 50 Felder ein, etwa order.total.",
    },
  },
  testForm: {
    title: (name) => `Testereignis an ${name} senden`,
    type: "Art des Ereignisses",
    data: "Inhalt (JSON)",
    dataHelp: (adapter) =>
      adapter === "signed-json.v1"
        ? "Wird zu den Daten des Ereignisses."
        : `Steht für alles, was ${sender(adapter)} senden würde.`,
    send: "Senden",
    sending: "Wird gesendet …",
    faults: {
      type: "Geben Sie eine Art ohne Leerzeichen ein.",
      data: 'Geben Sie ein JSON-Objekt ein, etwa {"total": 3}.',
    },
    started: (count) =>
      count === 1 ? "Gesendet. Eine Unterhaltung beginnt." : `Gesendet. ${count} Unterhaltungen beginnen.`,
    ignored: (why) => `Gesendet. ${why}`,
    unknown:
      "Wir konnten nicht bestätigen, dass das Ereignis gesendet wurde. Prüfen Sie die Zustellungen, bevor Sie es erneut senden.",
  },
  save: "Speichern",
  saving: "Wird gespeichert …",
  cancel: "Abbrechen",
  saveFailed: (reason) => `Nicht gespeichert. ${reason}`,
  saveUnknown: {
    create:
      "Wir konnten nicht bestätigen, dass das gespeichert wurde. Prüfen Sie die Liste, bevor Sie erneut speichern.",
    change: "Wir konnten nicht bestätigen, dass das gespeichert wurde. Sie können gefahrlos erneut speichern.",
  },
};
