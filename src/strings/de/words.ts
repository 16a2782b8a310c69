/** Helpers of the German catalogue. */

const rules = new Intl.PluralRules("de");
const numbers = new Intl.NumberFormat("de");

/** A count with its noun, by the plural rules of German: "1 Nachricht", "2 Nachrichten". No line ends between them. */
export function counted(count: number, one: string, other: string): string {
  return `${numbers.format(count)}\u00a0${rules.select(count) === "one" ? one : other}`;
}

/** A number as it was formatted in English, with a decimal comma. */
export function withComma(text: string): string {
  return text.replace(/(\d)\.(\d)/, "$1,$2");
}

/** "Rechnungen, Bestellungen und Kunden" */
export const andList = new Intl.ListFormat("de", { type: "conjunction" });
export const orList = new Intl.ListFormat("de", { type: "disjunction" });

/** The outcome, and the number of steps. */
export function withSteps(text: string, steps: number): string {
  return steps === 0 ? text : `${text} · ${counted(steps, "Schritt", "Schritte")}`;
}

/** "In einem anderen Fenster von Ihnen beantwortet" would need the verb's place: here each part follows the other. */
export function byWhom(what: string, who: string | null, elsewhere = false): string {
  return [what, who && `von ${who}`, elsewhere && "in einem anderen Fenster"].filter(Boolean).join(" ");
}

/** Shown before the first question; the argument is the number of questions. */
export const asks = (count: number): string => (count === 1 ? "fragt" : `stellt ${count} Fragen, zuerst`);

const authReasons: Readonly<Record<string, string>> = {
  expired: "Die Anmeldung ist abgelaufen.",
  missing_connection: "Sie sind dort noch nicht angemeldet.",
  insufficient_scope: "Die Anmeldung erlaubt das noch nicht.",
};

/** Why a sign-in is needed, and for which tool. Keeps a reason in words, and omits an unknown code such as `key_lost`. */
export function authReason(code: string, tool: string | null): string {
  const reason = authReasons[code] ?? (/^\w+_\w+$/.test(code) ? "" : code);
  const need = tool ? `Nötig für ${tool}` : "";
  return [need, reason].filter((text) => text !== "").join(": ");
}

/** Werkzeuge des Anbieters eines Modells, nach der Art ihres Aufrufs. */
export const providerTools: ReadonlyMap<string, string> = new Map([
  ["apply_patch_call", "Datei bearbeiten"],
  ["shell_call", "Befehl ausführen"],
  ["local_shell_call", "Befehl ausführen"],
  ["computer_call", "Computer bedienen"],
  ["code_interpreter_call", "Code ausführen"],
  ["web_search_call", "Im Web suchen"],
  ["file_search_call", "Dateien durchsuchen"],
  ["image_generation_call", "Bild erstellen"],
  ["tool_search_call", "Werkzeuge suchen"],
]);

/** Steps before the first words of an answer, done and under way. */
export const phaseNames: Readonly<Record<string, readonly [done: string, open: string]>> = {
  queue: ["In der Warteschlange gewartet", "In der Warteschlange"],
  sandbox: ["Arbeitsbereich vorbereitet", "Arbeitsbereich vorbereiten"],
  rig: ["Umgebung eingerichtet", "Umgebung einrichten"],
  repository: ["Repository geholt", "Repository holen"],
  files: ["Dateien geholt", "Dateien holen"],
  tools: ["Werkzeuge verbunden", "Werkzeuge verbinden"],
  model_preparation: ["Agent vorbereitet", "Agent vorbereiten"],
  provider_first_byte: ["Auf den Agenten gewartet", "Auf den Agenten warten"],
};
