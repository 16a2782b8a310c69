/** Whether it is the long form, `npm run test:soak:cuts`, `:deliveries` or `:kills`: `npm test` takes a part of its logs and crashes. */
export const isThorough = process.env["TEST_THOROUGH"] !== undefined;

/** How many values a property draws. */
export const runs = (usual: number, thorough: number): number => (isThorough ? thorough : usual);
