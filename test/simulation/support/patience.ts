/** How long (ms) the runs of one file may take, also in a soak on a busy machine. */
export const patience = 7_200_000;
