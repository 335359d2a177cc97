import type { ScreenRefusal } from './access/screen-parties'
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
