import { z } from 'zod'

const MAX_SHOWN = 60

export type DecodedHeader = { value: Record<string, unknown> } | { fault: string }

/** Reads a protocol header strictly, as the specification says it is written: standard base64 of a JSON object. */
export function readHeader(text: string | null): DecodedHeader {
  if (text === null) return { fault: 'the header is missing' }
  const bytes = Buffer.from(text, 'base64')
  if (bytes.toString('base64') !== text)
    return { fault: `not standard base64 with padding: ${text.slice(0, MAX_SHOWN)}` }
  try {
    const parsed = z.record(z.unknown()).safeParse(JSON.parse(bytes.toString('utf8')))
    return parsed.success ? { value: parsed.data } : { fault: 'the JSON is no object' }
  } catch {
    return { fault: 'no JSON within the base64' }
  }
}

export const writeHeader = (value: unknown): string => Buffer.from(JSON.stringify(value), 'utf8').toString('base64')
