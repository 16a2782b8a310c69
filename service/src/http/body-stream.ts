/** A request of a platform that may not give its body as a stream. */
type AnyRequest = Omit<Request, "body"> & { readonly body?: Request["body"] | undefined };

/** The body as a stream; null without one. Firefox, in whose pages the service may run, gives none of its own. */
export function bodyStream(request: AnyRequest): ReadableStream<Uint8Array> | null {
  if (request.body !== undefined) return request.body;
  return new ReadableStream({
    async pull(controller) {
      const bytes = new Uint8Array(await request.arrayBuffer());
      if (bytes.byteLength > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
}
