import { type ParsedListing, parseListing } from './parse-listing'
import type { ToolNote } from './sale-note'

/** Reads what a payment says of the tool that it buys, under the identity that the tool has here. */
export function parseTool({ key, resource, host, listing }: ToolNote): ParsedListing {
  const parsed = parseListing(listing, { allowLoopback: true })
  return parsed.ok ? { ok: true, draft: { ...parsed.draft, key, resource, host } } : parsed
}
