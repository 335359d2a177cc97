import type { ScreenRefusal } from './access/screen-parties'
import { findSettlement } from './ledger/find-settlement'
import type { FacilitatorRoom } from './settlement'

type Parties = { network: string; payer: string; payTo: string }

/** Why a payment between listed parties is refused, with a line in the log; null for all others. */
export async function screened(
  { deps }: Pick<FacilitatorRoom, 'deps'>,
  { network, payer, payTo }: Parties,
): Promise<ScreenRefusal | null> {
  const refusal = (await deps.screen?.({ payer, payTo })) ?? null
  if (refusal) deps.log.warn({ network, payer, payTo, reason: refusal.reason }, 'A payment was screened')
  return refusal
}

/** The same of a payment. One that is on its way or decided goes on to its end: its money may have moved. */
export async function screenedPayment(
  room: Pick<FacilitatorRoom, 'deps'>,
  authorization: Parties & { key: string },
): Promise<ScreenRefusal | null> {
  const listed = await screened(room, authorization)
  if (!listed) return null
  const record = await findSettlement(room.deps.database, authorization.key)
  return record === null || ['reserved', 'abandoned'].includes(record.state) ? listed : null
}
