import { z } from 'zod'
import { changePageInput, listChanges, siteChangePageInput } from '@/lib/shop/sellers/audit/list-changes'
import { operation } from './operation'
import { changePageShape } from './shapes'

const limit = z.coerce.number().int().min(1).max(200).default(50)
const changesQuery = changePageInput.extend({ limit })
export const siteChangesQuery = siteChangePageInput.extend({ limit })

export const auditOperations = {
  listChanges: operation({
    method: 'GET',
    path: '/changes',
    scope: 'audit:read',
    summary: 'Who changed what in the shop, newest first: payout addresses, keys, prices, refunds, webhooks and so on.',
    query: changesQuery,
    answer: changePageShape,
    run: ({ context, actor, query }) => listChanges(context, actor, query),
  }),
}
