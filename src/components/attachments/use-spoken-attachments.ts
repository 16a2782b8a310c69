import { useEffect, useRef } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import type { Attachment, AttachmentLimits } from "../../hooks/use-attachments.js";
import { useStrings } from "../../hooks/use-strings.js";
import { useSpoken } from "../use-spoken.js";
import { problemText } from "./problem-text.js";

/** Announces files: that they are ready, or why one failed. Never progress. */
export function useSpokenAttachments(attachments: readonly Attachment[], { maxFiles }: AttachmentLimits): string {
  const strings = useStrings().attachments;
  const known = useRef(new Map(attachments.map(({ id, status }) => [id, status])));
  const [spoken, say] = useSpoken();
  useEffect(() => {
    const news = attachments.filter(({ id, status }) => known.current.get(id) !== status);
    known.current = new Map(attachments.map(({ id, status }) => [id, status]));
    const beyond = news.filter(({ problem }) => problem === "too-many");
    const isMany = beyond.length > 1;
    const single = isMany ? news.filter((entry) => !beyond.includes(entry)) : news;
    const said = single.flatMap((entry) => {
      const { status } = entry;
      const name = visibleText(entry.name);
      if (status === "ready") return strings.spokenReady(name);
      if (status === "offline") return strings.spokenOffline(name);
      if (status === "failed" || status === "refused") return strings.spokenProblem(name, problemText(entry, strings));
      return [];
    });
    if (isMany) said.push(`${strings.tooManyFiles(beyond.length, maxFiles)}.`);
    if (said.length > 0) say(said.join(" "));
  }, [attachments, maxFiles, strings, say]);
  return spoken;
}
