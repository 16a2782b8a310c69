import { useEffect, useState } from "react";
import type { CodePiece, Highlight } from "./highlight.js";

/** The coloured pieces of this very code, as soon as they are there. */
export function useHighlight(
  code: string,
  language: string | null,
  highlight: Highlight | undefined,
): readonly CodePiece[] | undefined {
  const [found, setFound] = useState<{ readonly code: string; readonly pieces: readonly CodePiece[] }>();
  useEffect(() => {
    if (!highlight || language === null) return;
    let isCurrent = true;
    const take = (pieces: readonly CodePiece[] | undefined) => {
      // Results for other code are dropped.
      if (isCurrent && pieces?.map(({ text }) => text).join("") === code) setFound({ code, pieces });
    };
    // A highlighter that fails leaves the code as it is.
    new Promise<readonly CodePiece[] | undefined>((resolve) => resolve(highlight(code, language))).then(take, () => {});
    return () => {
      isCurrent = false;
    };
  }, [code, language, highlight]);
  return found?.code === code && highlight ? found.pieces : undefined;
}
