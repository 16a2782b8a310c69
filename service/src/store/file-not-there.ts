import { ServiceApiError } from "@service/sdk/protocol";

/** @param fileId empty where it is not known which */
export function fileNotThere(fileId: string): ServiceApiError {
  return new ServiceApiError(
    "The message names a file that is not there or not complete. Upload it, complete it, then send.",
    { status: 422, code: "validation_failed", details: { field: "resources", fileId } },
  );
}
