import { randomUUID } from 'node:crypto'
import pino, { type DestinationStream, type LogFn, type Logger as PinoLogger } from 'pino'
import type { LogLevel } from './log-level'
import { createRedact, describeError, type Redact, redactedPaths } from './log-redaction'
import { currentRequestId } from './request-scope'

/**
 * Writes one JSON line per event, with the id of the request that it belongs to. Give it fields, not prose:
 * `log.info({ routeKey, amountAtomic }, 'Settled')`.
 * Keys, signatures, nonces, cookies and whole payloads never get out, at any depth that we log.
 */
export type Logger = Record<'trace' | 'debug' | 'info' | 'warn' | 'error', LogFn> & {
  /** Logs an unexpected failure, once, at the edge, and returns the request's id as a reference for the person. */
  fault: (message: string, error: unknown, fields?: object) => string
  child: (fields: object) => Logger
}

/** A log by fields and one sentence; never given keys, signatures or payloads. */
export type PlainLog = Record<'info' | 'warn' | 'error', (details: Record<string, unknown>, message: string) => void>

export type LoggerOptions = {
  level: LogLevel
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
  return wrap(destination ? pino(options, destination) : pino(options))
}

function wrap(logger: PinoLogger): Logger {
  return {
    trace: logger.trace.bind(logger),
    debug: logger.debug.bind(logger),
    info: logger.info.bind(logger),
    warn: logger.warn.bind(logger),
    error: logger.error.bind(logger),
    fault: (message, error, fields = {}) => {
      const reference = currentRequestId() ?? randomUUID()
      logger.error({ ...fields, reference, err: error }, message)
      return reference
    },
    child: (fields) => wrap(logger.child(fields)),
  }
}
