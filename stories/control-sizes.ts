/** Smallest side of a control that can be seen (px): that of the browser's own checkbox, less a border. */
const smallest = 12;

/** Fails when a control of a story is too small to be seen, as a checkbox is that no rule gives a size. */
export function checkControlSizes({ canvasElement }: { readonly canvasElement: HTMLElement }): void {
  if (!("__vitest_browser__" in globalThis)) return;
  const controls = canvasElement.querySelectorAll("button, input, textarea, select");
  const small = [...controls].filter((control) => {
    const { width, height } = control.getBoundingClientRect();
    return isDrawn(control) && Math.min(width, height) < smallest;
  });
  if (small.length > 0) throw new Error(`Too small to be seen:\n${small.map(({ outerHTML }) => outerHTML).join("\n")}`);
}

const isDrawn = (control: Element): boolean =>
  control.checkVisibility() && control.closest(".sv-visually-hidden, [aria-hidden='true']") === null;
