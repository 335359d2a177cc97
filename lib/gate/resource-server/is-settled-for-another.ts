import { isSameAddress } from '@/lib/base/x402/addresses'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import type { LedgerRow } from '@/lib/payments/ledger-row'
import type { Gate } from './gate'
import type { LandedTransfer } from './verify-claim'

type Terms = { payload: PaymentPayload; requirements: PaymentRequirements }

/**
 * Whether the facilitator settled a payment in doubt for another server. One that knows holders says so: a crash of its
 * database may have taken our reservation, and the answer to our own settle. Of one that knows none we know it when it answered our only
 * request to settle with `duplicate_settlement`, and one of its own wallets sent the transaction. Where another sent it,
 * a third party took the payment while it was ours to settle. A facilitator that names no wallets of the network is taken at its word.
 * Fails like an outage when it does not say which wallets are its own.
 */
export async function isSettledForAnother(
  { ports: { facilitator } }: Gate,
  row: LedgerRow,
  { payload, requirements }: Terms,
  { sentBy }: LandedTransfer,
): Promise<boolean> {
  // What a stream sent has left already, and its charge may be asked for several times.
  if (row.deliveredAt !== null) return false
  if (await facilitator.isHeldByAnother(payload, requirements, row.id)) return true
  if (row.reason !== reasons.duplicateSettlement) return false
  const { network } = row
  const { signers } = await facilitator.supported()
  const own = Object.entries(signers).flatMap(([pattern, wallets]) => (covers(pattern, network) ? wallets : []))
  return sentBy === undefined || own.length === 0 || own.some((wallet) => isSameAddress(network, wallet, sentBy))
}

/** `pattern` is a network, or all of a family: `eip155:*`. */
const covers = (pattern: string, network: string): boolean =>
  pattern === network || (pattern.endsWith(':*') && network.startsWith(pattern.slice(0, -1)))
