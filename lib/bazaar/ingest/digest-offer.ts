import { createHash } from 'node:crypto'
import { recordOf } from '@/lib/base/x402/header-codec'
import { sortKeys } from '@/lib/base/x402/sort-keys'
import type { EntryDraft } from '../entry/draft'

/** Hash of what an entry sells: its terms, and the declaration of input and answer. Equal for the order of options. */
export function digestOffer({ options, input, output, mimeType, extensions }: EntryDraft): string {
  const terms = options
    .map(({ scheme, network, asset, amountAtomic, payTo }) =>
      JSON.stringify([scheme, network, asset, amountAtomic?.toString() ?? null, payTo]),
    )
    .sort()
  const { schema } = recordOf(recordOf(extensions).bazaar)
  const offer = sortKeys({ terms, input, output, mimeType, schema })
  return createHash('sha256').update(JSON.stringify(offer)).digest('base64url')
}
