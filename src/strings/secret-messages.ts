/** The words of a secret that is shown once, in every panel that creates one. */
export interface SecretMessages {
  /** Name of the secret's field, such as "Key". */
  readonly label: string;
  readonly once: string;
  readonly copy: string;
  readonly copied: string;
  readonly copyFailed: string;
  readonly done: string;
}

/** The common part in English. */
export const englishSecret: Omit<SecretMessages, "label" | "copy"> = {
  once: "Copy it now and keep it safe. It won't be shown again.",
  copied: "Copied",
  copyFailed: "Couldn't copy. Select it and copy it.",
  done: "Done",
};
