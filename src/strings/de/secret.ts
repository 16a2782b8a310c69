import type { SecretMessages } from "../secret-messages.js";

/** What the words of every secret that is shown once have in common in German. */
export const germanSecret: Omit<SecretMessages, "label" | "copy"> = {
  once: "Kopieren Sie es jetzt und bewahren Sie es sicher auf. Es wird nicht noch einmal angezeigt.",
  copied: "Kopiert",
  copyFailed: "Kopieren nicht möglich. Markieren Sie den Text und kopieren Sie ihn.",
  done: "Fertig",
};
