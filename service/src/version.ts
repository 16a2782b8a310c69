/**
 * The version of this package, as `/healthz` and `/v1/config/client` report it. A test compares it with package.json.
 */
export const serverVersion = "0.1.0";
