import { isSameAddress } from '@/lib/base/x402/addresses'
import { reasons } from '@/lib/base/x402/reasons'
import type { Supported } from '@/lib/base/x402/wire'
import type { LedgerRow } from '@/lib/payments/ledger-row'
import type { Gate } from './gate'
import type { LandedTransfer } from './payment-claim'
import type { AskedPayment } from './ports'

/**
 * True if the facilitator settled a payment in doubt for another server. A facilitator that knows holders tells: a
 * crash of its database may have lost our reservation, and the answer to our own settle. With one that knows none, we
 * conclude it when it answered our only settle with `duplicate_settlement`, and one of its own wallets sent the
 * transaction. If someone else sent it, a third party took the payment while it was ours to settle. A facilitator that
 * names no wallets of the network is believed.
 * Fails like an outage when it does not say which wallets are its own.
 */
export async function isSettledForAnother(
  gate: Gate,
  row: LedgerRow,
  payment: AskedPayment,
  landed: LandedTransfer,
): Promise<boolean> {
  // A stream's content has left already, and its charge may be asked for several times.
  if (row.deliveredAt !== null) return false
  if (await wasSentForAnother(gate, row.id, payment, landed)) return true
  if (row.reason !== reasons.duplicateSettlement) return false
  const { signers } = await gate.ports.facilitator.supported()
  return maySend(signers, row.network, landed)
}

/**
 * True if a facilitator sent the landed transaction for another than `holder`. One that sent a transaction for us took
 * our settle, so another landed one is a third party's. One that does not answer may have sent one for us: then the
 * chain decides. Reservations for another do not count: a stranger may have made them.
 */
export async function wasSentForAnother(
  { ports: { facilitator } }: Gate,
  holder: string,
  payment: AskedPayment,
  landed: LandedTransfer,
): Promise<boolean> {
  const words = await facilitator.askSettledFor(payment, holder)
  if (words.some(({ settledFor }) => settledFor === 'holder' || settledFor === 'unknown')) return false
  return words.some(
    ({ settledFor, signers }) => settledFor === 'another' && maySend(signers, payment.requirements.network, landed),
  )
}

/** False when the wallets of a facilitator are known, and none of them sent the transaction. */
function maySend(signers: Supported['signers'], network: string, { sentBy }: LandedTransfer): boolean {
  const own = Object.entries(signers).flatMap(([pattern, wallets]) => (covers(pattern, network) ? wallets : []))
  return sentBy === undefined || own.length === 0 || own.some((wallet) => isSameAddress(network, wallet, sentBy))
}

/** `pattern` is a network, or a whole family: `eip155:*`. */
const covers = (pattern: string, network: string): boolean =>
  pattern === network || (pattern.endsWith(':*') && network.startsWith(pattern.slice(0, -1)))
