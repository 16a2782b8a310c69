import { useIdentity, useLocale, useStrings } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { withWorld } from "../live.js";

/** The signed-in user and the language. The toolbar changes the user. */
function WhoIsThere() {
  const identity = useIdentity();
  const { states } = useStrings();
  const { locale } = useLocale();
  return (
    <p>
      {identity ? `Signed in as ${identity.user} in ${identity.tenant}` : states.signedOutTitle}. Language:{" "}
      {locale ?? "the browser's own"}
    </p>
  );
}

const meta = {
  title: "Hooks/useIdentity, useStrings and useLocale",
  component: WhoIsThere,
  tags: ["!autodocs"],
  decorators: [withWorld],
  parameters: { bar: false },
} satisfies Meta<typeof WhoIsThere>;
export default meta;

export const Example: StoryObj<typeof meta> = {};
