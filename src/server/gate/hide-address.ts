/**
 * Makes what keeps the service's address out of what a browser is told. A host of one word without a port, such as `api`, is
 * hidden as part of an address only: alone it is a word like any other.
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
