import { type ParsedListing, parseListing } from './parse-listing'
import type { ToolNote } from './sale-note'

/** Reads a payment's description of its tool, under the tool's identity here. */
export function parseTool({ key, resource, host, listing }: ToolNote): ParsedListing {
  const parsed = parseListing(listing, { allowLoopback: true })
  return parsed.ok ? { ok: true, draft: { ...parsed.draft, key, resource, host } } : parsed
}
