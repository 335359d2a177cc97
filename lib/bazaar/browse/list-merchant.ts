import { z } from 'zod'
import { parseParameters } from './filters'
import type { EntryList } from './list-entries'
import { presentEntries } from './present-entry'

export const merchantParameters = z.object({
  payTo: z.string().trim().min(1).max(128),
  limit: z.coerce.number().int().min(1).max(1_000).default(20),
  offset: z.coerce.number().int().min(0).max(100_000_000).default(0),
})

/** Everything that is paid to one wallet, in the shape of other catalogs' `/discovery/merchant`. */
export async function listMerchant(
  list: (parameters: Record<string, string>) => Promise<EntryList>,
  parameters: Record<string, string>,
) {
  const { payTo, limit, offset } = parseParameters(merchantParameters, parameters)
  const { items, pagination } = await list({ payTo, limit: String(limit), offset: String(offset) })
  return { x402Version: 2 as const, payTo, resources: presentEntries(items), pagination }
}
