import { partAt, type SchemaReading } from '@/lib/base/x402/declared-schema'
import { isRecord } from '@/lib/base/x402/header-codec'

/** Parts that are read of one document: enough for a thousand ordinary operations. */
export const MAXIMUM_PARTS = 100_000
const MAXIMUM_REFERENCES = 16

/** The object that a part of the document is or refers to, within the document; null for anything else. */
export function resolveObject({ root }: SchemaReading, value: unknown): Record<string, unknown> | null {
  let at = value
  for (let hops = 0; hops < MAXIMUM_REFERENCES; hops += 1) {
    if (!isRecord(at)) return null
    if (typeof at.$ref !== 'string') return at
    at = partAt(root, at.$ref)
  }
  return null
}
