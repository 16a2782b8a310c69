import type { ReactNode } from "react";
import type { ToolResult } from "./results.js";
import { ToolImage } from "./tool-image.js";
import { ToolFile } from "./value-view.js";

/** The pictures and files that a call returned, where a reader looks for them: in the answer. */
export function ToolResults({ results }: { readonly results: readonly ToolResult[] }): ReactNode {
  return (
    <div className="sv-tool-results">
      {results.map((result, index) =>
        result.kind === "file" ? (
          <ToolFile key={index} file={result.file} />
        ) : (
          <ToolImage key={index} image={result.image} />
        ),
      )}
    </div>
  );
}
