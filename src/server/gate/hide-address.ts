/**
 * Removes the service's address from texts for a browser. A host of one word without a port, such as `api`, is
 * removed only as part of an address: alone it is an ordinary word.
 *
 * @param baseUrl as the host gave it
 */
export function hideAddress(baseUrl: string): (text: string) => string {
  if (baseUrl === "") return (text) => text;
  const { origin, host } = URL.canParse(baseUrl) ? new URL(baseUrl) : { origin: baseUrl, host: baseUrl };
  const isWord = !/[.:[]/.test(host);
  const alone = new RegExp(`(?<![\\w.-])${host.replaceAll(/[^\w-]/g, String.raw`\$&`)}(?![\\w-])`, "g");
  return (text) => {
    const told = text.replaceAll(baseUrl, shown).replaceAll(origin, shown);
    return isWord ? told : told.replace(alone, shown);
  };
}

const shown = "its address";
