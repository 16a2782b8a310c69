import addonA11y from "@storybook/addon-a11y";
import addonDocs from "@storybook/addon-docs";
import { definePreview } from "@storybook/react-vite";
import { waitFor } from "storybook/test";
import "../src/styles/index.css";
import { withBeginning } from "../stories/begin.js";
import { checkControlSizes } from "../stories/control-sizes.js";
import { checkDarkContrast } from "../stories/dark-contrast.js";
import { ComponentPage } from "../stories/docs/component-page.js";
import { withLanguage } from "../stories/language.js";
import { beginFile } from "../stories/once-per-file.js";
import { isOwnProp, readableProps, seededArgs } from "../stories/prop-table.js";
import { checkPseudoMessages } from "../stories/pseudo.js";
import { withSurroundings } from "../stories/surroundings.js";
import { checkWrittenDown } from "../stories/written-down.js";
import { systemTheme } from "./brand.js";
import { KitDocs } from "./docs-container.js";
import { isFrameOfDocs, scrollForReaderAlone } from "./scroll-for-reader.js";

if (isFrameOfDocs()) scrollForReaderAlone();

/** Without the sign, which Storybook drops from an address. */
const textSizes = ["100", "150", "200"].map((value) => ({ value, title: `${value} %` }));

export default definePreview({
  addons: [addonDocs(), addonA11y()],
  tags: ["autodocs"],
  parameters: {
    layout: "fullscreen",
    jsx: { filterProps: isOwnProp },
    a11y: { test: "error" },
    controls: { expanded: true, sort: "none" },
    docs: { container: KitDocs, page: ComponentPage, toc: { headingSelector: "h2" } },
    options: {
      storySort: {
        order: [
          "Start",
          ["Introduction", "Getting started", "Your own interface", "Theming", "Languages", "Accessibility", "*"],
          "Conversation",
          ["ChatConversation", "SessionConversation", "NewSession"],
          "Timeline",
          ["MessageTimeline", "TimelineView", "ToolCall", "MessageAttachments"],
          "Composer",
          ["ChatComposer", "ComposerView", "AttachmentTray"],
          "Decisions",
          ["DecisionList", "ApprovalCard", "QuestionForm", "MachineApproval"],
          "Panels",
          ["SessionList", "QueuePanel", "GoalBanner", "*"],
          "Primitives",
          "Hooks",
          ["All hooks", "useChat", "useSession", "useSessionById", "*", "Functions"],
          "Flows",
        ],
      },
    },
  },
  globalTypes: {
    theme: {
      description: "Light or dark",
      toolbar: { title: "Theme", icon: "mirror", items: ["light", "dark", "both"], dynamicTitle: true },
    },
    density: {
      description: "Comfortable or compact",
      toolbar: { title: "Density", icon: "component", items: ["comfortable", "compact"], dynamicTitle: true },
    },
    direction: {
      description: "Reading direction",
      toolbar: { title: "Direction", icon: "transfer", items: ["ltr", "rtl"], dynamicTitle: true },
    },
    width: {
      description: "Width of the stage",
      toolbar: { title: "Width", icon: "mobile", items: ["full", "720", "360"], dynamicTitle: true },
    },
    text: {
      description: "Size of the reader's text",
      toolbar: { title: "Text", icon: "zoom", items: textSizes, dynamicTitle: true },
    },
    locale: {
      description: "Language of the kit's text",
      toolbar: {
        title: "Language",
        icon: "globe",
        items: [
          { value: "en", title: "English" },
          { value: "de", title: "Deutsch" },
        ],
        dynamicTitle: true,
      },
    },
    identity: {
      description: "Who is signed in",
      toolbar: { title: "Identity", icon: "user", items: ["ana", "ben", "chloe", "signed out"], dynamicTitle: true },
    },
  },
  initialGlobals: {
    theme: systemTheme(),
    density: "comfortable",
    direction: "ltr",
    width: "full",
    text: "100",
    locale: "en",
    identity: "ana",
  },
  decorators: [withBeginning, withLanguage, withSurroundings],
  argTypesEnhancers: [readableProps],
  argsEnhancers: [seededArgs],
  // Storybook itself runs this once, and the tests run it before each file.
  beforeAll: beginFile,
  async afterEach(story) {
    await whenBoxesAreMeasured(story.canvasElement);
    checkControlSizes(story);
    await checkDarkContrast(story);
    checkPseudoMessages(story);
    checkWrittenDown(story);
  },
});

/** What scrolls sideways is a stop for the keyboard once its size was measured. Where that never comes, the check of the story says so. */
async function whenBoxesAreMeasured(canvas: HTMLElement): Promise<void> {
  // What a play just scrolled to is drawn at the next frame.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const isMeasured = (box: HTMLElement) => box.scrollWidth <= box.clientWidth || box.tabIndex === 0;
  await waitFor(() => {
    if (![...canvas.querySelectorAll<HTMLElement>(".sv-scroll-box")].every(isMeasured)) throw new Error("Not yet.");
  }).catch(() => {});
}
