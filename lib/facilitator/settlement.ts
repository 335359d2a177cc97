import type { Payment, PreparedSettlement, Refusal } from '@/lib/base/chains/settlement/settlement-chain'
import type { NetworkSettler } from './create-network-settler'
import type { GasUse } from './gas-use'
import type { CallerNote, SaleReading } from './ports'
import type { FacilitatorRoom } from './room'

/** One call of settle. `deadline` is when it stops waiting, in the time of `performance.now`. */
export type Settlement = {
  room: FacilitatorRoom
  settler: NetworkSettler
  payment: Payment
  payloadDigest: string
  /** The transaction that settles it, once it is claimed. */
  prepare(): Promise<PreparedSettlement | Refusal>
  /** The caller in this process that has the reservation; null for callers over HTTP. */
  holder: string | null
  deadline: number
  /** The catalog's note; null where there is no catalog. */
  sale: SaleReading | null
  /** Written before anything is sent or spent. */
  note: CallerNote | null
  /** For whom gas is spent. */
  gasUse: GasUse
}
