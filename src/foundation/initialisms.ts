/** Initialisms as people write them. None of them is also a word. */
const initialisms = new Map(
  (
    "AI API ASCII AWS BIC CDN CI CLI CPU CRM CSS CSV CVE DB DNS EAN ERP ETA EU EUR FAQ FTP GBP GCP GDPR GMT GPS GPU GTIN GUID " +
    "HTML HTTP HTTPS IBAN ID IDE IMAP IP IPv4 IPv6 ISBN ISO JPEG JPG JSON JWT KPI LLM MCP MFA MIME OAuth OS OTP PDF PNG PO PR " +
    "QA QR RPC RSS S3 SAML SDK SEO SFTP SKU SLA SMS SMTP SQL SSH SSL SSN SSO SVG TCP TLS TSV TTL TV UDP UI UK URI URL URN USB " +
    "USD UTC UTF UUID UX VAT VM VPN XML YAML"
  )
    .split(" ")
    .map((form) => [form.toLowerCase(), form]),
);

/**
 * Writes the initialisms among lower-case words in capitals: `image urls` → `image URLs`, `id2` → `ID2`. All other words
 * are returned as they are.
 */
export function withInitialisms(words: string): string {
  return words.replace(/(?<![\p{L}\d])[A-Za-z][a-z]*\d*(?![\p{L}\d])/gu, (word) => {
    const known = initialisms.get(word.toLowerCase());
    if (known !== undefined) return known;
    const [, stem = "", plural = "", digits = ""] = /^(.*?)(s?)(\d*)$/.exec(word) ?? [];
    const form = initialisms.get(stem.toLowerCase());
    return form === undefined ? word : form + plural + digits;
  });
}
