import type { Entry } from '../entry/entry'
import { type Warning, warningsOf } from '../entry/warnings'
import { inputSchemasOf, outputSchemaOf } from './input-schemas'

/** A catalog entry as pages read it. `method` is null for a tool, and for a resource whose method is unknown. */
export type Listing = Omit<Entry, 'host' | 'serviceName' | 'mimeType' | 'extensions' | 'metadata'> & {
  /** The seller's or server's name for it; null without one. */
  name: string | null
  /** JSON Schemas of the parts of `input`; null where the seller declared none. */
  inputSchemas: Record<string, unknown> | null
  /** JSON Schema of the answer; null where the seller declared none. */
  outputSchema: Record<string, unknown> | null
  /** By what is known without asking it. */
  warnings: Warning[]
}

export function toListing(entry: Entry): Listing {
  const { host: _host, serviceName, mimeType: _mimeType, extensions, metadata: _metadata, ...shown } = entry
  return {
    ...shown,
    name: serviceName ?? entry.toolName,
    problems: [...new Set(entry.problems)],
    warnings: warningsOf(entry, new Date()),
    inputSchemas: inputSchemasOf({ extensions }),
    outputSchema: outputSchemaOf({ extensions }),
  }
}
