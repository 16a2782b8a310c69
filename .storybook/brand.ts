import type { ThemeVars } from "storybook/theming";
import { create } from "storybook/theming/create";

/** The kit's name and mark, and Storybook's own look in the colours of the kit's tokens. */
const wordmark = (text: string, accent: string, onAccent: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="188" height="32" viewBox="0 0 188 32"><path d="M9 2h14a7 7 0 0 1 7 7v9a7 7 0 0 1-7 7h-8l-7 6v-6.1A7 7 0 0 1 2 18V9a7 7 0 0 1 7-7z" fill="${accent}"/><path d="M9 10h14M9 14h14M9 18h8" stroke="${onAccent}" stroke-width="2" stroke-linecap="round"/><text x="40" y="21" fill="${text}" font-family="ui-sans-serif, system-ui, sans-serif" font-size="16" font-weight="650">@service/react</text></svg>`,
  )}`;

const shared = {
  brandTitle: "@service/react",
  brandTarget: "_self",
  appBorderRadius: 10,
  inputBorderRadius: 8,
  fontBase: "ui-sans-serif, system-ui, sans-serif",
  fontCode: "ui-monospace, monospace",
} as const;

export const brand: Readonly<Record<"light" | "dark", ThemeVars>> = {
  light: create({
    ...shared,
    base: "light",
    brandImage: wordmark("#1c1c1a", "#2f56c7", "#ffffff"),
    colorPrimary: "#2f56c7",
    colorSecondary: "#2f56c7",
    appBg: "#f5f4f1",
    appContentBg: "#fdfdfc",
    appPreviewBg: "#fdfdfc",
    appBorderColor: "#e5e3de",
    textColor: "#1c1c1a",
    textMutedColor: "#62615b",
    barBg: "#fdfdfc",
    barTextColor: "#62615b",
    barHoverColor: "#2547aa",
    barSelectedColor: "#2f56c7",
    inputBg: "#ffffff",
    inputBorder: "#8c8a82",
    inputTextColor: "#1c1c1a",
  }),
  dark: create({
    ...shared,
    base: "dark",
    brandImage: wordmark("#ededeb", "#a9bcff", "#131a33"),
    colorPrimary: "#a9bcff",
    colorSecondary: "#a9bcff",
    appBg: "#1e1e21",
    appContentBg: "#161618",
    appPreviewBg: "#161618",
    appBorderColor: "#36363b",
    textColor: "#ededeb",
    textInverseColor: "#131a33",
    textMutedColor: "#a9a9a4",
    barBg: "#161618",
    barTextColor: "#a9a9a4",
    barHoverColor: "#c2d0ff",
    barSelectedColor: "#a9bcff",
    inputBg: "#1e1e21",
    inputBorder: "#7c7c84",
    inputTextColor: "#ededeb",
  }),
};

/** The look of Storybook for the theme of the toolbar; "both" is shown on light ground. */
export const brandFor = (globals: Readonly<Record<string, unknown>> | undefined): ThemeVars =>
  globals?.["theme"] === "dark" ? brand.dark : brand.light;

/** The theme of the toolbar at first: that of the reader's system. */
export const systemTheme = (): "light" | "dark" =>
  globalThis.matchMedia?.("(prefers-color-scheme: dark)").matches ? "dark" : "light";
