/** Archives as bytes: JSON lines in UTF-8. */
import { invalid, type ArchiveLine } from "./archive.js";

/** A stream of the lines; read only as fast as it is taken. */
export function archiveStream(lines: AsyncGenerator<ArchiveLine>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await lines.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
      },
      cancel: async () => void (await lines.return(undefined)),
    },
    { highWaterMark: 0 },
  );
}

/** @throws {ServiceError} `archive_invalid` for a line that is no JSON object with a kind, and for a last line that was cut off. */
export async function* parseArchive(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveLine> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  for await (const piece of bytes) {
    const lines = (rest + decode(decoder, piece)).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield parseLine(line);
  }
  if (rest === "") return;
  // The last line may lack its end.
  if (parse(rest) === undefined)
    throw invalid("The archive was cut off inside its last line. Nothing is lost; import it whole.");
  yield parseLine(rest);
}

function decode(decoder: TextDecoder, piece: Uint8Array): string {
  try {
    return decoder.decode(piece, { stream: true });
  } catch {
    throw invalid("The archive is not UTF-8.");
  }
}

function parseLine(text: string): ArchiveLine {
  const value = parse(text) as { readonly kind?: unknown } | null | undefined;
  if (typeof value === "object" && typeof value?.kind === "string") return value as ArchiveLine;
  throw invalid("A line of the archive is no JSON object with a kind.");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
