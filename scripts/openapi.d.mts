/** The OpenAPI document of the service as text, generated from its routes. */
export function openapiText(): Promise<string>;
