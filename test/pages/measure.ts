import type { Page } from "playwright";

/** Properties that a reset changes, besides the boxes. */
const properties = [
  "appearance",
  "background-color",
  "background-image",
  "border-block-end-color",
  "border-block-start-style",
  "border-start-start-radius",
  "box-shadow",
  "box-sizing",
  "color",
  "cursor",
  "display",
  "fill",
  "float",
  "font",
  "letter-spacing",
  "list-style-type",
  "margin-block-start",
  "margin-inline-start",
  "opacity",
  "outline-style",
  "overflow-x",
  "overflow-wrap",
  "padding-block-start",
  "padding-inline-start",
  "pointer-events",
  "position",
  "stroke",
  "stroke-width",
  "text-align",
  "text-decoration-line",
  "text-indent",
  "text-transform",
  "transform",
  "user-select",
  "vertical-align",
  "visibility",
  "white-space",
  "word-spacing",
  "z-index",
];

export interface Measured {
  readonly names: readonly string[];
  readonly boxes: readonly string[];
  readonly styles: readonly string[];
}

/**
 * Measures every element of the page's sections: its box within its section, and the computed styles of the first element
 * of each kind (tag, classes, data attributes and parent's classes) with those of its pseudo-elements.
 */
export function measure(page: Page, sections = Number.POSITIVE_INFINITY): Promise<Measured> {
  return page.evaluate(
    ([wanted, sections]) => {
      for (const animation of document.getAnimations()) {
        // One that follows a scroll position does not move by itself.
        if (animation.timeline !== document.timeline) continue;
        animation.pause();
        animation.currentTime = 0;
      }
      const names: string[] = [];
      const boxes: string[] = [];
      const styles: string[] = [];
      const seen = new Set<string>();
      const read = (style: CSSStyleDeclaration) => wanted.map((name) => `${name}: ${style.getPropertyValue(name)}`);
      for (const section of [...document.querySelectorAll("section[data-story]")].slice(0, sections)) {
        const { x, y } = section.getBoundingClientRect();
        for (const element of section.querySelectorAll("*")) {
          if (element.parentElement?.closest("svg")) continue;
          const box = element.getBoundingClientRect();
          const place = [box.x - x, box.y - y, box.width, box.height].map((length) => length.toFixed(1)).join(" ");
          const name = `${section.getAttribute("data-story")} ${element.tagName.toLowerCase()}.${element.getAttribute("class")}`;
          names.push(name);
          boxes.push(place);
          const kind = JSON.stringify([
            name.slice(name.indexOf(" ")),
            element.parentElement?.getAttribute("class"),
            [...element.attributes]
              .filter(({ name }) => /^(data-(?!sv-item|group)|aria-disabled|dir|hidden)/.test(name))
              .map(({ name, value }) => name + value),
          ]);
          if (seen.has(kind)) {
            styles.push("");
            continue;
          }
          seen.add(kind);
          const pseudo = ["::before", "::after", "::marker", "::placeholder"].flatMap((part) => {
            const style = getComputedStyle(element, part);
            const isDrawn =
              !["none", "normal", ""].includes(style.content) ||
              (part === "::placeholder" && element.hasAttribute("placeholder"));
            return isDrawn ? [part, ...read(style), style.inlineSize, style.blockSize] : [];
          });
          styles.push([...read(getComputedStyle(element)), ...pseudo].join("; "));
        }
      }
      return { names, boxes, styles };
    },
    [properties, sections] as const,
  );
}

/** The elements whose box or style differs, with the first differences; empty when a page looks the same. */
export function differences(before: Measured, after: Measured): readonly string[] {
  return after.names.flatMap((name, at) => {
    const changed = (before.styles[at] ?? "").split("; ").flatMap((style, index) => {
      const now = after.styles[at]?.split("; ")[index] ?? "";
      return style === now ? [] : [`${style} → ${now}`];
    });
    const [box, now] = [before.boxes[at], after.boxes[at]];
    if (box !== now) changed.push(`box: ${box} → ${now}`);
    return changed.length > 0 ? [`${name} { ${changed.slice(0, 4).join("; ")} }`] : [];
  });
}
