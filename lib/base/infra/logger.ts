import { randomUUID } from 'node:crypto'
import type { DestinationStream, LogFn } from 'pino'
import pino from 'pino'
import { databaseReason, isDatabaseAway } from './database-errors'
import type { ServerEnv } from './env'
import type { FacilitatorCredential } from './facilitator-env'
import { currentRequestId } from './request-scope'

/**
 * Writes one JSON line per event, with the id of the request that it belongs to. Give it fields, not prose:
 * `log.info({ routeKey, amountAtomic }, 'Settled')`.
 * Keys, signatures, nonces, cookies and whole payloads never get out, at any depth that we log.
 */
export type Logger = Record<'info' | 'warn' | 'error', LogFn> & {
  /** Logs an unexpected failure, once, at the edge, and returns the request's id as a reference for the person. */
  fault: (message: string, error: unknown, fields?: object) => string
}

/** A log by fields and one sentence; never given keys, signatures or payloads. */
export type PlainLog = Record<'info' | 'warn' | 'error', (details: Record<string, unknown>, message: string) => void>

type LoggerOptions = {
  level: ServerEnv['logLevel']
  destination?: DestinationStream
  /** Takes secrets out of each line; by default, those known by their shape. */
  redact?: Redact
}

export function createLogger({ level, destination, redact = createRedact() }: LoggerOptions): Logger {
  const options = {
    level,
    base: { service: 'turnpike' },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: redactedPaths, censor: '[redacted]' },
    serializers: { err: describeError, error: describeError },
    hooks: { streamWrite: redact },
    mixin: () => ({ requestId: currentRequestId() }),
  }
  const logger = destination ? pino(options, destination) : pino(options)
  return {
    info: logger.info.bind(logger),
    warn: logger.warn.bind(logger),
    error: logger.error.bind(logger),
    fault: (message, error, fields = {}) => {
      const reference = currentRequestId() ?? randomUUID()
      logger.error({ ...fields, reference, err: error }, message)
      return reference
    },
  }
}

type Redact = (text: string) => string

/** Field names whose values allow paying, signing in or impersonation. */
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
  'databaseDirectUrl',
  'smtpUrl',
  'facilitatorKeys',
  'signers',
  'credential',
]
const secretHeaders = ['payment-signature', 'x-payment', 'sign-in-with-x', 'set-cookie']

/** Paths for pino, which matches no deeper than it is told: four levels cover what we log. */
const redactedPaths = [...secretFields, ...secretHeaders.map((name) => `["${name}"]`)].flatMap((field) =>
  ['', '*', '*.*', '*.*.*'].map((prefix) =>
    field.startsWith('[') ? `${prefix}${field}` : [prefix, field].filter(Boolean).join('.'),
  ),
)

/** Patterns of secrets in any text. No pattern reaches over a quotation mark. */
const secretText = [
  // Signatures of EVM; keys and signatures of Solana; keys of Algorand.
  /0x[0-9a-fA-F]{128,}/g,
  // A transaction of Solana has the form of a signature, and is public.
  /(?<!"transaction":")\b[1-9A-HJ-NP-Za-km-z]{86,90}\b/g,
  /[A-Za-z0-9+/]{86}==/g,
  // Base64 of JSON: payments, sign-in proofs, tokens.
  /\beyJ[A-Za-z0-9+/_=.-]{40,}/g,
  // Our own keys: a seller's, the facilitator's, a webhook's.
  /\b(?:(?:tps|tpk)_[A-Za-z0-9_-]{8,}|whsec_[A-Za-z0-9+/_=-]{8,})/g,
  /(?<=\bbearer\s+)[A-Za-z0-9._~+/=-]{8,}/gi,
  /(?<=turnpike-session=)[^\s;"'\\]+/g,
  // In an address: the password, a key in the query, and the key that RPC providers put behind the version.
  /(?<=:\/\/[^\s:@/"]+:)[^\s@/"]+(?=@)/g,
  /(?<=[?&](?:api-?_?key|key|token|access_?token|secret)=)[^\s&"'\\#]+/gi,
  /(?<=:\/\/[^\s"]+\/v\d\/)[A-Za-z0-9_-]{16,}/g,
]

export function createRedact(known: readonly string[] = []): Redact {
  const exact = known.filter((text) => text.length >= 8).sort((a, b) => b.length - a.length)
  return (text) => {
    // Whole secrets first: what a pattern takes out of one would hide the rest of it.
    const known = exact.reduce((line, secret) => line.replaceAll(secret, '[redacted]'), text)
    return secretText.reduce((line, pattern) => line.replace(pattern, '[redacted]'), known)
  }
}

/** The secrets of a configuration. A private key looks like a transaction's hash, so only its value identifies it. */
export function secretsOf(env: ServerEnv): string[] {
  const { evm, svm, avm } = env.facilitatorKeys
  const single = env.receiverAuthorizerKey ? [env.receiverAuthorizerKey] : []
  const { web3signer } = env
  const hexKeys = [...evm, ...single, ...env.previousAuthorizerKeys].filter(isSecret).map((key) => key.slice(2))
  const rpcUrls = [...Object.values(env.rpcUrls), ...Object.values(env.indexerUrls)].flat()
  const databaseUrls = [env.databaseUrl, env.databaseDirectUrl].flatMap((url) => url ?? [])
  const urls = [...databaseUrls, ...(env.mail ? [env.mail.smtpUrl] : [])]
  const passwords = urls.map((url) => new URL(url).password).filter(({ length }) => length >= 12)
  return [
    env.secret,
    ...env.previousSecrets,
    ...hexKeys.flatMap((key) => [key, key.toLowerCase()]),
    ...svm,
    ...avm,
    ...(web3signer?.certificate ?? '').split('\n').filter((line) => line.length > 32 && !line.startsWith('-')),
    ...(env.metricsToken === undefined ? [] : [env.metricsToken]),
    ...env.facilitators.flatMap(({ credential }) => (credential ? [secretOf(credential)] : [])),
    // Everything after the host may be a key.
    ...rpcUrls.map((url) => url.slice(url.indexOf('://') + 3)).flatMap((rest) => rest.match(/(?<=\/).+/)?.[0] ?? []),
    ...passwords.flatMap((password) => [decodeURIComponent(password), password]),
  ]
}

/** The name of a key that others keep is public. */
const isSecret = (key: string | object): key is string => typeof key === 'string'

const secretOf = (credential: FacilitatorCredential): string =>
  credential.kind === 'bearer' ? credential.token : credential.keySecret

/** An error for the log, flat: what it is, what it says, and, unless it is expected, where and what caused it. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  if (isDatabaseAway(error)) return { type: error.name, message: databaseReason(error), ...code }
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) }
  const stack = error.stack === undefined ? {} : { stack: error.stack }
  return { type: error.name, message: error.message, ...stack, ...code, ...cause }
}

/**
 * Takes secrets out of what this process prints beyond the logger: the framework's own messages, `console`, errors that
 * were not caught. Call it once, at the start.
 */
export function redactOutput(redact: Redact, streams: NodeJS.WriteStream[] = [process.stdout, process.stderr]): void {
  for (const stream of streams) {
    const write = stream.write.bind(stream) as (chunk: string, ...rest: unknown[]) => boolean
    const redacted = (chunk: string | Uint8Array, ...rest: unknown[]) =>
      write(redact(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')), ...rest)
    stream.write = redacted as typeof stream.write // Takes what the original takes, which has several signatures.
  }
}
