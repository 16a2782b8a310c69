import { spyOn } from "storybook/test";

/** `beforeEach` of a story: the device reports that it has no network. */
export const withoutNetwork = () => {
  const onLine = spyOn(navigator, "onLine", "get").mockReturnValue(false);
  return () => onLine.mockRestore();
};
