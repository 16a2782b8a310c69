import type { Page } from "playwright";

/** Real key events and nothing else: no click, no fill, no focus from the outside. */
export interface Keyboard {
  /** The focused element and its accessible name. */
  readonly focused: () => Promise<string>;
  /** Presses Tab until the focused element has this name; fails after one full round. */
  readonly tabTo: (name: RegExp, key?: string) => Promise<void>;
  /** Presses the button of this name. */
  readonly press: (name: RegExp, key?: string) => Promise<void>;
  /** Sends a message. */
  readonly say: (text: string) => Promise<void>;
}

export function createKeyboard(page: Page): Keyboard {
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement as (HTMLElement & { labels?: NodeListOf<HTMLLabelElement> | null }) | null;
      const name = element?.getAttribute("aria-label") ?? element?.labels?.[0]?.textContent ?? element?.textContent;
      return `${element?.tagName.toLowerCase()} ${name}`;
    });

  async function tabTo(name: RegExp, key = "Tab"): Promise<void> {
    for (let press = 0; press < 60; press += 1) {
      if (name.test(await focused())) return;
      await page.keyboard.press(key);
    }
    throw new Error(`${key} never reached ${name}; the focus is on "${await focused()}".`);
  }

  async function press(name: RegExp, key?: string): Promise<void> {
    await tabTo(name, key);
    await page.keyboard.press("Enter");
  }

  return {
    focused,
    tabTo,
    press,
    async say(text) {
      await tabTo(/^textarea Message/);
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
    },
  };
}
