import { oncePerFile } from "./once-per-file.js";

/** Texts on the wire of the live stories. */
const wire = oncePerFile((): string[] => []);

/** Every text that was on the wire so far, in either direction: the data of live stories. */
export function wordsOfTheWire(): readonly string[] {
  const text = wire().join("");
  return [text.replaceAll('\\"', '"').replaceAll("\\n", "\n")];
}

export function overhear(text: string): void {
  wire().push(text);
}

/** The answer as it is, its text noted as it is read. */
export function overheard(answer: Response): Response {
  if (!answer.body || !/json|text/.test(answer.headers.get("content-type") ?? "")) return answer;
  const decoder = new TextDecoder();
  const texts = wire();
  const note = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      texts.push(decoder.decode(bytes, { stream: true }));
      controller.enqueue(bytes);
    },
  });
  return new Response(answer.body.pipeThrough(note), answer);
}
