/** Whether the session proxy is mounted, and which server stands behind it. */
import { checkServer } from "../chat/handler/server-check.js";
import { isServiceError } from "../foundation/base-error.js";
import { readBody } from "../protocol/read-body.js";
import { clientConfigSchema, type ClientConfig } from "../protocol/session.js";
import type { Examination } from "./examination.js";
import { explain } from "./explain.js";
import { fault, ok, warning, type Finding } from "./finding.js";
import type { Answer } from "./site.js";

export async function checkProxy({ site, settings }: Examination, proxy: string): Promise<Finding[]> {
  const url = `${proxy}/v1/config/client`;
  const { pathname } = new URL(proxy);
  const mount = `Mount the session proxy at everything below ${pathname}, for all methods: Express app.use("${pathname}", toNodeHandler(proxy)), Hono app.all("${pathname}/*", …).`;
  const answer = await site.read({ url });
  const asked = { check: "proxy", what: `GET ${url}`, signsIn: settings.signsIn, mount } as const;
  if (answer.status !== 200) return [explain(answer, asked)];
  let config: ClientConfig;
  try {
    config = readBody(clientConfigSchema, (answer as Answer).json, "a client configuration");
  } catch {
    return [explain(answer, asked)];
  }
  const says = config.serverVersion !== undefined || config.features !== undefined;
  if (!says) {
    return [
      warning(
        "proxy",
        `${asked.what} answers JSON without a version or features, as the session proxy does not.`,
        mount,
      ),
    ];
  }
  return [ok("proxy", `The session proxy answers at ${proxy}.`), versionOf(config, proxy)];
}

function versionOf(config: ClientConfig, proxy: string): Finding {
  try {
    checkServer(config, proxy);
    return ok("version", `The service behind the proxy (${config.serverVersion ?? "of no version"}) fits this SDK.`);
  } catch (error) {
    const message = isServiceError(error) ? error.message : String(error);
    return fault("version", message, "Keep @service/sdk and the service at one major version.");
  }
}
