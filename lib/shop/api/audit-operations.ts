import { changePageInput, changePageShape, listChanges } from '@/lib/shop/sellers/audit/list-changes'
import { operation, pageLimit } from './operation'

export const auditOperations = {
  listChanges: operation('GET /changes', 'audit:read', {
    summary: 'Who changed what in the shop, newest first: payout addresses, keys, prices, refunds, webhooks and so on.',
    query: changePageInput.extend({ limit: pageLimit }),
    answer: changePageShape,
    run: ({ context, actor, query }) => listChanges(context, actor, query),
  }),
}
