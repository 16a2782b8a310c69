/** The version of this package, as `/healthz` and `/v1/config/client` tell it. A test holds it to package.json. */
export const serverVersion = "0.1.0";
