import { Blob as NodeBlob } from "node:buffer";
import type { ServiceClient } from "../../src/api/service-client.js";

/** A small file that the service has. */
export async function uploadedFile(client: ServiceClient, filename: string): Promise<{ readonly fileId: string }> {
  // One that the fetch of Node reads, which jsdom's is not.
  const content = new NodeBlob(["hello"], { type: "text/plain" }) as Blob;
  const { fileId, uploadId, ...begun } = await client.beginUpload({
    filename,
    contentType: "text/plain",
    sizeBytes: content.size,
  });
  await client.uploadContent(begun, content);
  await client.completeUpload(uploadId);
  return { fileId };
}
