/** The reason of a pause that stands for a stop, on services that know no `interrupt`. */
export const stopReason = "chat_stopped";
