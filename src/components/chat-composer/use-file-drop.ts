import { useEffect, useState, type RefObject } from "react";

/**
 * Takes files that are dropped on the whole conversation, or on the composer where it stands alone. Tells whether some are
 * being dragged over it.
 */
export function useFileDrop(
  composer: RefObject<HTMLElement | null>,
  addFiles: ((files: Iterable<File>) => void) | undefined,
): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const zone = composer.current?.closest<HTMLElement>(".sv-conversation") ?? composer.current;
    if (!zone || !addFiles) return;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
      setIsOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node && zone.contains(event.relatedTarget))) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      setIsOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      addFiles(event.dataTransfer?.files ?? []);
    };
    const end = new AbortController();
    const { signal } = end;
    zone.addEventListener("dragenter", over, { signal });
    zone.addEventListener("dragover", over, { signal });
    zone.addEventListener("dragleave", leave, { signal });
    zone.addEventListener("drop", drop, { signal });
    return () => {
      end.abort();
      setIsOver(false);
    };
  }, [composer, addFiles]);
  return isOver;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") ?? false;
}

/** The files of a paste that has no text: a copied picture, not a picture of a copied text. */
export function pastedFiles({ types, files }: DataTransfer): readonly File[] {
  return types.includes("text/plain") ? [] : [...files];
}
