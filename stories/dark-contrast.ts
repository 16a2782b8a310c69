/**
 * The accessibility check of each story runs in the story's theme. Only contrast differs between themes, so it is
 * measured once more in the dark theme, when stories run as tests.
 */
export async function checkDarkContrast({ canvasElement }: { readonly canvasElement: HTMLElement }): Promise<void> {
  const stage = canvasElement.querySelector<HTMLElement>(".stage");
  if (!stage || !("__vitest_browser__" in globalThis)) return;
  // Half a megabyte, which readers of the stories never run.
  const { default: axe } = await import("axe-core");
  const theme = stage.dataset["theme"] ?? "light";
  stage.dataset["theme"] = theme === "dark" ? "light" : "dark";
  endTransitions();
  const { violations } = await axe.run(stage, { runOnly: ["color-contrast"] });
  stage.dataset["theme"] = theme;
  endTransitions();
  const found = violations.flatMap(({ nodes }) => nodes.map((node) => `${node.html}\n${node.failureSummary ?? ""}`));
  if (found.length > 0) throw new Error(`Too little contrast in the other theme:\n${found.join("\n\n")}`);
}

/** A colour that is still on its way from the other theme is no colour to measure. */
function endTransitions(): void {
  for (const animation of document.getAnimations()) {
    if (animation instanceof CSSTransition) animation.finish();
  }
}
