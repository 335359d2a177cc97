import type { Redact } from './log-redaction'

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
