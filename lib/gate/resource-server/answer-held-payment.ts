import type { ClaimInput } from '@/lib/payments/claim'
import type { LedgerRow } from '@/lib/payments/ledger-row'
import { answerRepeatedPayment } from './answer-repeated-payment'
import type { Gate } from './gate'
import type { OpenedRequest } from './opened-request'

/** Answers an earlier payment where no new one is taken. Null for one without money, which needs a new claim. */
export async function answerHeldPayment(
  gate: Gate,
  opened: OpenedRequest,
  input: ClaimInput,
  row: LedgerRow,
): Promise<Response | null> {
  if (row.status === 'abandoned' || row.status === 'refused') return null
  const answer = await answerRepeatedPayment(gate, opened, input, { kind: 'taken', row })
  return answer === 'claim' ? null : answer
}
