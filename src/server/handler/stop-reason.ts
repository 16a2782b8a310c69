/** Reason of a pause that represents a stop, on services without `interrupt`. */
export const stopReason = "chat_stopped";
