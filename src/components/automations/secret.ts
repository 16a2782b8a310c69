/** Secrets of sources. */

/** A secret of 32 random bytes, in the form that every adapter takes. */
export function makeSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

/** Whether the service would take it; of Standard Webhooks it checks the form itself. */
export const isSecret = (text: string): boolean => text.length >= 16 && text.length <= 512;

/** Whether its sender makes the secret, so that one of ours is only a placeholder. */
export const isSendersOwn = (adapterId: string): boolean => adapterId === "stripe.v1";
