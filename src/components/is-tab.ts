/** Whether a key event is of the Tab key. WebKit on Linux does not name it as `key` while Shift is down. */
export function isTab({ key, code }: Pick<KeyboardEvent, "key" | "code">): boolean {
  return key === "Tab" || code === "Tab";
}
