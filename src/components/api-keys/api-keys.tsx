import { forwardRef } from "react";
import { useApiKeys } from "../../hooks/use-api-keys.js";
import { useIdentityKey } from "../../hooks/use-identity.js";
import { useShownOnce } from "../../hooks/use-shown-once.js";
import type { CreatedApiKey } from "../../wire/protocol/organization.js";
import { ApiKeysView } from "./api-keys-view.js";
import type { RecordListRootProps } from "../record-section.js";

/** Props of `ApiKeys`. */
export interface ApiKeysProps extends RecordListRootProps {
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** Shows keys without buttons. @default false */
  readonly readOnly?: boolean | undefined;
}

/** The API keys of the workspace, for admins: list, create and revoke. Works anywhere under the provider. */
export const ApiKeys = forwardRef<HTMLElement, ApiKeysProps>(function ApiKeys(props, ref) {
  // A form and a key that are shown belong to the person.
  return <OwnKeys key={useIdentityKey()} {...props} ref={ref} />;
});

const idOfCreated = ({ apiKey }: CreatedApiKey) => apiKey.id;

const OwnKeys = forwardRef<HTMLElement, ApiKeysProps>(function OwnKeys(
  { workspaceId, readOnly = false, ...view },
  ref,
) {
  const { keys, isLoading, error, pending, refused, create, revoke, refresh, clearRefused } = useApiKeys({
    workspaceId,
  });
  const { shown, add, done } = useShownOnce("api-key-tokens", workspaceId, idOfCreated);
  const createKept: typeof create = async (body) => {
    const created = await create(body);
    add(created);
    return created;
  };
  return (
    <ApiKeysView
      {...view}
      {...{ keys, isLoading, error, pending, refused }}
      ref={ref}
      onCreate={readOnly ? undefined : createKept}
      created={shown}
      onDone={done}
      onRevoke={readOnly ? undefined : revoke}
      onRetry={refresh}
      onDismiss={clearRefused}
    />
  );
});
