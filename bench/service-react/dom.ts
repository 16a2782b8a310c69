/** Where the harness finds what it looks at; the components are as they are. */
export const dom = {
  thread: ".sv-timeline-content",
  message: ".sv-message",
  viewport: ".sv-timeline-viewport",
  textarea: "textarea.sv-composer-input",
};

/** Writes into the field and presses Enter, as a person does. */
export function typeAndSend(text: string): void {
  const field = document.querySelector<HTMLTextAreaElement>(dom.textarea)!;
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")!.set!.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
}
