import { memo, useMemo, type ReactNode } from "react";
import type { Code } from "../../markdown/nodes.js";
import { toArray } from "../../markdown/seq.js";
import { CodeFrame, Pieces } from "../code-block/code-block.js";
import { useCodeFold } from "../code-block/use-code-fold.js";
import { useHighlight } from "../code-block/use-highlight.js";
import type { FenceProps, MarkdownPlugins } from "./plugins.js";
import { Contained } from "../contained.js";
import { seqView, type RenderEntry } from "./seq-view.js";
import type { ComponentType } from "react";

interface CodeViewProps {
  readonly node: Code;
  readonly plugins: MarkdownPlugins;
}

/** A block of code. Its text is joined only where a host's plug-in or the clipboard takes it. */
export function CodeView({ node, plugins: { fences, highlight } }: CodeViewProps): ReactNode {
  const { language } = node;
  const Own = language !== null && fences && Object.hasOwn(fences, language) ? fences[language] : undefined;
  if (Own && language !== null) return <OwnFence node={node} language={language} component={Own} />;
  return <PlainCode node={node} highlight={highlight} />;
}

function OwnFence(props: {
  readonly node: Code;
  readonly language: string;
  readonly component: ComponentType<FenceProps>;
}): ReactNode {
  const { node, language, component: Own } = props;
  const code = useMemo(() => joined(node), [node]);
  // The place is the kit's, and no rule of ours reaches the host's elements.
  return (
    <div className="sv-md">
      <Contained resetKey={code} fallback={<PlainCode node={node} highlight={undefined} />}>
        <Own code={code} language={language} isComplete={node.isComplete} />
      </Contained>
    </div>
  );
}

function PlainCode({ node, highlight }: Pick<CodeViewProps, "node"> & Pick<MarkdownPlugins, "highlight">): ReactNode {
  const { language, pieces, isComplete } = node;
  const code = useMemo(() => (isComplete ? joined(node) : ""), [isComplete, node]);
  const fold = useCodeFold(code, isComplete);
  const coloured = useHighlight(fold.shown, language, isComplete ? highlight : undefined);
  return (
    <CodeFrame language={language} copy={() => joined(node)} fold={fold}>
      {coloured ? (
        <Pieces pieces={coloured} />
      ) : fold.rest !== "" ? (
        fold.shown
      ) : pieces.length === 1 ? (
        toArray(pieces)[0]
      ) : (
        seqView(pieces, renderPiece, null)
      )}
    </CodeFrame>
  );
}

/** Long text is divided into boxes of some lines, so that the browser lays out only the last one while it grows. */
const Piece = memo(function Piece({ value }: { readonly value: string }): ReactNode {
  return value.endsWith("\n") ? <span className="sv-code-chunk">{value}</span> : value;
});

export const renderPiece: RenderEntry<string, null> = (value, _context, key) => <Piece key={key} value={value} />;

function joined({ pieces }: Code): string {
  return toArray(pieces).join("");
}
