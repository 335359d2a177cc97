/** Takes the given keys out of any text, with and without their prefix: no message of any library may carry one on. */
export function createKeyRedactor(keys: (string | undefined)[]): (text: string) => string {
  const secrets = keys.flatMap((key) => (key ? [key, key.replace(/^0x/i, '')] : [])).filter((key) => key.length > 0)
  return (text) => secrets.reduce((line, secret) => line.replaceAll(secret, '[redacted]'), text)
}
