/** Field names whose values let somebody pay, sign in or impersonate. */
const secretFields = [
  'privateKey',
  'secret',
  'secretKey',
  'password',
  'signature',
  'signatures',
  'nonce',
  'payload',
  'paymentPayload',
  'authorization',
  'permit2Authorization',
  'cookie',
  'cookies',
  'databaseUrl',
  'facilitatorKeys',
]
const secretHeaders = ['payment-signature', 'x-payment', 'sign-in-with-x', 'set-cookie']

/** Paths for pino, which matches no deeper than it is told: four levels cover what we log. */
export const redactedPaths = [...secretFields, ...secretHeaders.map((name) => `["${name}"]`)].flatMap((field) =>
  ['', '*', '*.*', '*.*.*'].map((prefix) =>
    field.startsWith('[') ? `${prefix}${field}` : [prefix, field].filter(Boolean).join('.'),
  ),
)

/** Keys and signatures of EVM and Solana, base64 protocol headers, and the password of a database address. */
const secretText = [
  /0x[0-9a-fA-F]{128,}/g,
  /\b[1-9A-HJ-NP-Za-km-z]{86,90}\b/g,
  /\beyJ[A-Za-z0-9+/_=-]{40,}/g,
  /(?<=:\/\/[^\s:@/]+:)[^\s@/]+(?=@)/g,
]

const redactText = (text: string) => secretText.reduce((line, pattern) => line.replace(pattern, '[redacted]'), text)

/** An error for the log, with the secrets that libraries like to repeat in their messages taken out. */
export function redactError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  const cause = error.cause === undefined ? {} : { cause: redactError(error.cause) }
  const stack = error.stack === undefined ? {} : { stack: redactText(error.stack) }
  return { type: error.name, message: redactText(error.message), ...stack, ...code, ...cause }
}
