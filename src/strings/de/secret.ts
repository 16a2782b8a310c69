import type { SecretMessages } from "../secret-messages.js";

/** The common part of the words for secrets that are shown once, in German. */
export const germanSecret: Omit<SecretMessages, "label" | "copy"> = {
  once: "Kopieren Sie es jetzt und bewahren Sie es sicher auf. Es wird nicht noch einmal angezeigt.",
  copied: "Kopiert",
  copyFailed: "Kopieren nicht möglich. Markieren Sie den Text und kopieren Sie ihn.",
  done: "Fertig",
};
