import { createHash } from 'node:crypto'
import type { PaymentPayload, PaymentRequirements, SettleResponse } from '@/lib/x402/wire'
import { indexDocuments, payToIdentity } from './index-documents'
import { inTransaction } from './in-transaction'
import type { CatalogDeps } from './ports'

/**
 * Counts a settled payment for an entry, once per transaction and payer. It is organic unless the payer is the
 * payee, sells on the same host, or gets paid by the payee's own payments (a circle).
 */
export async function recordSettlement(
  { database, clock }: Pick<CatalogDeps, 'database' | 'clock'>,
  {
    entryId,
    paymentPayload,
    paymentRequirements,
    response,
  }: {
    entryId: bigint
    paymentPayload: PaymentPayload
    paymentRequirements: PaymentRequirements
    response: SettleResponse
  },
): Promise<void> {
  const now = clock()
  const { network, amount } = paymentRequirements
  const payTo = payToIdentity(network, paymentRequirements.payTo)
  const payer = payToIdentity(network, response.payer ?? '')
  const authorizationKey = createHash('sha256')
    .update(JSON.stringify([network, response.transaction, payer, paymentPayload.payload]))
    .digest('hex')
  await inTransaction(database, async (tx) => {
    // Counted one after the other: two at once would each count without the other.
    await tx.$queryRaw`select id from catalog_entries where id = ${entryId} for no key update`
    // Written uncounted first; a circle may be closed by this very payment.
    const inserted = await tx.$executeRaw`
      insert into catalog_settlements (authorization_key, entry_id, network, payer, pay_to, amount_atomic, is_organic, settled_at)
      select ${authorizationKey}, ${entryId}, ${network}, ${payer}, ${payTo}, ${response.amount ?? amount}::numeric,
        ${payer !== '' && payer !== payTo}
        and not exists (select 1 from catalog_payment_options option join catalog_entries sibling on sibling.id = option.entry_id
          where sibling.host_group = (select host_group from catalog_entries where id = ${entryId}) and lower(option.pay_to) = lower(${payer}))
        and not exists (select 1 from catalog_settlements back where back.pay_to = ${payer} and back.payer = ${payTo}),
        ${now}
      on conflict do nothing`
    if (inserted === 0) return
    await tx.$executeRaw`update catalog_settlements set is_organic = false where payer = ${payTo} and pay_to = ${payer} and is_organic`
    await tx.$executeRaw`
      update catalog_entries entry set settled_count = counted.total, organic_count = counted.organic,
        organic_payers = counted.payers, last_updated_at = greatest(entry.last_updated_at, ${now})
      from (select count(*) as total, count(*) filter (where is_organic) as organic, count(distinct payer) filter (where is_organic) as payers
        from catalog_settlements where entry_id = ${entryId}) counted
      where entry.id = ${entryId}`
    await indexDocuments(tx, [entryId], now)
  })
}
