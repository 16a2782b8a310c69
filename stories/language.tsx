import type { PartialMessages } from "@service/react";
import { german } from "@service/react/strings/de";
import type { Decorator } from "@storybook/react-vite";
import { createContext, useContext, useLayoutEffect, type ReactNode } from "react";
import { ServiceContext, type ServiceContextValue } from "../src/hooks/service-context.js";
import { createIdentityScope } from "../src/identity/identity-scope.js";
import { usePseudoMessages, wholeEnglish } from "./pseudo.js";

/** Catalogues of the toolbar's languages. English is the kit's own. */
const catalogues: Readonly<Record<string, PartialMessages>> = { de: german };

/** The toolbar's language as a BCP 47 tag. */
const StoryLocale = createContext("en");

/**
 * The language of a story, as props of a provider: the toolbar's, with the strings of the made-up language while the
 * story is looked at in it.
 */
export function useStoryLanguage(): { readonly locale: string; readonly strings: PartialMessages | undefined } {
  const locale = useContext(StoryLocale);
  const pseudo = usePseudoMessages();
  return { locale, strings: pseudo ?? catalogues[locale] };
}

/** Matches a string of the English catalogue in each language of the toolbar, and any other name as it is. */
export function inEachLanguage(name: string | RegExp): RegExp | ((shown: string) => boolean) {
  if (typeof name !== "string") return name;
  const names = [
    name,
    ...Object.values(catalogues).flatMap((catalogue) => translationsOf(name, wholeEnglish, catalogue)),
  ];
  return (shown) => names.includes(shown);
}

function translationsOf(text: string, english: unknown, translated: unknown): readonly string[] {
  if (english === text) return typeof translated === "string" ? [translated] : [];
  if (typeof english !== "object" || english === null) return [];
  return Object.entries(english).flatMap(([key, entry]) =>
    translationsOf(text, entry, (translated as Readonly<Record<string, unknown>> | undefined)?.[key]),
  );
}

/** The toolbar's language. Views have no provider in their stories; this passes them the strings. */
export const withLanguage: Decorator = (Story, { globals, viewMode }) => {
  const locale = String(globals["locale"] ?? "en");
  return (
    <StoryLocale value={locale}>
      {/* The prose of a docs page is English. */}
      <PageLanguage locale={viewMode === "docs" ? "en" : locale} />
      <Words>
        <Story />
      </Words>
    </StoryLocale>
  );
};

function PageLanguage({ locale }: { readonly locale: string }): ReactNode {
  useLayoutEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  return null;
}

/** As much of a provider as a view looks at. */
const nobody = { scope: createIdentityScope(null, { storage: () => undefined }), baseUrl: "/api/service" };

function Words({ children }: { readonly children: ReactNode }): ReactNode {
  const outer = useContext(ServiceContext);
  const { locale, strings } = useStoryLanguage();
  // In English, views are seen without a provider.
  const value = strings ? ({ ...nobody, ...outer, locale, messages: strings } as ServiceContextValue) : outer;
  return <ServiceContext.Provider value={value}>{children}</ServiceContext.Provider>;
}
