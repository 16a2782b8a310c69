/// <reference types="vite/types/importMeta.d.ts" />
import {
  ArgTypes,
  Canvas,
  Description,
  DocsContext,
  Heading,
  Markdown,
  Primary,
  PureArgsTable,
  Source,
  Subheading,
  Title,
  useOf,
} from "@storybook/addon-docs/blocks";
import { useContext, type ReactNode } from "react";
import { useTheme } from "storybook/theming";
import { DocTable, withCode } from "./doc-table.js";
import { AttributeTable } from "../pages/attribute-table.js";
import { componentDocs, type ComponentDoc } from "./component-docs.js";
import { loadingComponent } from "./loading-component.js";
import { plainTitle } from "./plain-title.js";
import { propsOf } from "../prop-table.js";
import { tokensOf } from "./tokens-of.js";
import { usageOf } from "./usage.js";

const sheets = Object.entries(
  import.meta.glob<string>("../../src/styles/*.css", { query: "?raw", import: "default", eager: true }),
)
  .filter(([path]) => !path.endsWith("tokens.css"))
  .map(([, sheet]) => sheet);

/** The page of a component: the same sections in the same order, from its entry and the kit's own sources. */
export function ComponentPage(): ReactNode {
  const isDark = useTheme()["base"] === "dark";
  const { preparedMeta } = useOf("meta", ["meta"]);
  const [, page = "", part] = preparedMeta.title.split("/");
  const doc = part === undefined ? componentDocs[page] : undefined;
  if (!doc) return <PlainPage of={part === undefined ? undefined : page} />;
  return (
    <div className="kit-page">
      <Title />
      <Heading>When to use</Heading>
      <p>{withCode(doc.when)}</p>
      <Primary />
      <Heading>Usage</Heading>
      <Source code={usageOf(page) ?? ""} language="tsx" dark={isDark} />
      <Props page={page} shown={preparedMeta.component} />
      <Keyboard keys={doc.keys} />
      <Heading>Accessibility</Heading>
      <ul>
        {doc.accessibility.map((text) => (
          <li key={text}>{withCode(text)}</li>
        ))}
      </ul>
      <Classes parts={doc.parts} />
      <Theming classes={Object.keys(doc.parts)} />
      <States from={1} />
    </div>
  );
}

/** The page's own component first. Stories of a component that loads its data draw its view, which has a table too. */
function Props({ page, shown }: { readonly page: string; readonly shown: unknown }): ReactNode {
  const own = loadingComponent(page);
  const isView = own !== undefined && own !== shown;
  return (
    <>
      <Heading>Props</Heading>
      {isView && (
        <>
          <PureArgsTable rows={propsOf(own)} />
          <Subheading>{`${page}View`}</Subheading>
          <p>
            The view that <code>{page}</code> loads data for. <code>{page}</code> passes props of the same name to it.
          </p>
        </>
      )}
      <ArgTypes />
    </>
  );
}

/** More states of a component, or stories that are no component's. */
function PlainPage({ of }: { readonly of: string | undefined }): ReactNode {
  return (
    <div className="kit-page">
      <Title />
      <Description />
      {of !== undefined && (
        <Markdown>{`More states of **${of}**. See its own page for usage, props and keys.`}</Markdown>
      )}
      <States from={0} />
    </div>
  );
}

/** The stories of the page, in plain titles: Storybook's own block writes the names of their exports. */
function States({ from }: { readonly from: number }): ReactNode {
  const stories = useContext(DocsContext).componentStories();
  const listed = stories.filter(({ tags }) => tags?.includes("autodocs"));
  const shown = (listed.length > 0 ? listed : stories).slice(from);
  if (shown.length === 0) return null;
  return (
    <>
      <Heading>States</Heading>
      {shown.map(({ id, name, moduleExport }) => (
        <div key={id} id={`anchor--${id}`}>
          <Subheading>{plainTitle(name)}</Subheading>
          <Description of={moduleExport} />
          <Canvas of={moduleExport} />
        </div>
      ))}
    </>
  );
}

function Classes({ parts }: Pick<ComponentDoc, "parts">): ReactNode {
  return (
    <>
      <Heading>CSS classes</Heading>
      <DocTable
        head={["Class", "Element"]}
        rows={Object.entries(parts).map(([name, means]) => [`.${name}`, withCode(means)])}
      />
      <AttributeTable caption="Data attributes" classes={Object.keys(parts)} />
    </>
  );
}

function Keyboard({ keys }: Pick<ComponentDoc, "keys">): ReactNode {
  return (
    <>
      <Heading>Keyboard</Heading>
      {keys.length > 0 ? (
        <DocTable head={["Key", "Effect"]} rows={keys.map(([key, effect]) => [key, withCode(effect)])} />
      ) : (
        <p>This component has no focusable elements.</p>
      )}
    </>
  );
}

function Theming({ classes }: { readonly classes: readonly string[] }): ReactNode {
  const tokens = tokensOf(classes, sheets);
  return (
    <>
      <Heading>Theming</Heading>
      <p>
        The style sheet of this component uses these tokens. The Theming page lists their values.{" "}
        {tokens.map((token) => (
          <span key={token}>
            <code>{token}</code>{" "}
          </span>
        ))}
      </p>
      <p>
        Set <code>data-theme</code> and <code>data-density</code> on the component or on any element above it.
      </p>
    </>
  );
}
