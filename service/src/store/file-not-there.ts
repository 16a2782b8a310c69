import { ServiceApiError } from "@service/sdk/protocol";

/** @param fileId empty where it is not known which */
export function fileNotThere(fileId: string): ServiceApiError {
  return new ServiceApiError(
    "The message names a file that is not there, not complete, or expired. Upload it, complete it, then send.",
    { status: 422, code: "file_missing", details: { field: "resources", fileId } },
  );
}
