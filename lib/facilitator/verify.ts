import { isPayloadError, isRpcUnreachable } from '@/lib/base/chains/errors'
import { SETTLED_FOR, type SettledFor } from '@/lib/base/x402/payment-holder'
import { isTransfer } from '@/lib/base/x402/payment-option'
import { reasons } from '@/lib/base/x402/reasons'
import type { VerifyResponse } from '@/lib/base/x402/wire'
import type { AdmissionVerdict } from './admit-payments'
import { isOwed, type RepeatedPayment } from './answer-repeat'
import { gasRefusal, gasUseOf } from './gas-budget'
import { findSettledFor, findSettlement } from './ledger/find-settlement'
import { type PaymentRequest, payloadDigest, readPayment } from './read-payment'
import { refusalOf } from './settle-outcome'
import type { FacilitatorContext, SettleCaller } from './settlement'

export type VerifyOptions = {
  /**
   * A UUID of the caller: until it settles or releases the authorization, no other caller can settle or reserve it.
   * Verifying again extends the reservation.
   */
  holder?: string
  /**
   * Every holder of the ledger that may be the caller. The refusal of a payment whose signature is good then says for whom
   * it was settled, and so does the answer to a caller that a success is owed to.
   */
  holders?: string[]
} & SettleCaller

export type VerifyVerdict = VerifyResponse & { [SETTLED_FOR]?: SettledFor }

/**
 * Tells whether a payment would settle now, and reserves the payer's money for it until settle, or until the
 * reservation lapses. Every refusal is a verdict with a reason; nothing is charged.
 */
export async function verify(
  context: FacilitatorContext,
  request: PaymentRequest,
  options: VerifyOptions = {},
): Promise<VerifyVerdict> {
  try {
    const { requests } = context
    return await (requests?.isRequest(request)
      ? requests.verify(context, request)
      : verifyPayment(context, request, options))
  } catch (error) {
    // What cannot be read is refused, here or wherever a scheme reads a part of the payload.
    if (isPayloadError(error)) return invalid({ reason: error.reason, message: error.message })
    throw error
  }
}

async function verifyPayment(
  context: FacilitatorContext,
  request: PaymentRequest,
  { holder, holders, caller, minimumAtomic = 0n }: VerifyOptions,
): Promise<VerifyVerdict> {
  const { chain, payment } = readPayment(context.deps.chains, request)
  const { key, payer, amountAtomic } = payment.authorization
  const refusal = await refusalOf(context, payment, minimumAtomic)
  if (refusal) return invalid(refusal)
  const settler = context.settler(chain.network)
  const use = gasUseOf('payment', payment.requirements, caller)
  const spent = await gasRefusal(settler, use, chain.walletOf?.(payment))
  // Without gas the chain is asked only about what the ledger knows, and may have settled.
  if (spent && !(await findSettlement(context.deps.database, key))) return invalid({ ...spent, payer })
  const asked = { payment, payloadDigest: payloadDigest(request.paymentPayload), holder: holder ?? null }
  const tellWhom = async (verdict: VerifyResponse): Promise<VerifyVerdict> => {
    const settledFor = holders && (await findSettledFor(context.deps.database, key, holders))
    return { ...verdict, ...(settledFor && { [SETTLED_FOR]: settledFor }) }
  }
  try {
    const refusal = await chain.check(payment)
    if (refusal?.isSigned) return await tellWhom(invalid({ ...refusal, payer }))
    if (refusal) return invalid({ ...refusal, payer })
  } catch (error) {
    const refusal = invalid({ ...unreachable(context, error), payer })
    // The signature of what the ledger holds was checked before.
    const record = await findSettlement(context.deps.database, key)
    return record?.payloadDigest === asked.payloadDigest ? tellWhom(refusal) : refusal
  }
  const admission = { ...asked, claimToken: null, settleAmountAtomic: amountAtomic }
  const admitting = spent ? Promise.resolve({ kind: 'refused' as const, ...spent }) : settler.admit(admission)
  const verdict = await admitting.catch((error: unknown) => ({
    kind: 'refused' as const,
    ...unreachable(context, error),
  }))
  if (verdict.kind === 'admitted') return { isValid: true, payer, ...(verdict.extra && { extra: verdict.extra }) }
  return tellWhom((await answerOwed(context, asked)) ?? invalid({ ...reasonOf(verdict), payer }))
}

const reasonOf = (verdict: Exclude<AdmissionVerdict, { kind: 'admitted' }>) =>
  verdict.kind === 'taken' ? { reason: reasons.duplicateSettlement } : verdict

/**
 * The verdict on a payment whose outcome the caller was told to come back for: it agrees with what settle would answer.
 * Null for any other, and for one that buys nothing itself.
 */
async function answerOwed({ deps }: FacilitatorContext, asked: RepeatedPayment): Promise<VerifyResponse | null> {
  const { authorization, requirements } = asked.payment
  if (!isTransfer(requirements)) return null
  const record = await findSettlement(deps.database, authorization.key)
  if (record === null || !isOwed(record, asked)) return null
  const { payer } = authorization
  return record.state === 'settled'
    ? { isValid: true, payer }
    : invalid({ reason: reasons.settlementPending, message: PENDING, payer })
}

const PENDING = 'The transaction was sent and has not landed. Ask again with the same payment in a moment.'

/** The reason of a network or database that is silent; throws any other failure. */
function unreachable({ deps }: FacilitatorContext, error: unknown): { reason: string; message: string } {
  if (!isRpcUnreachable(error)) throw error
  deps.log.warn({ network: error.network }, 'verify: the network cannot be reached')
  return { reason: reasons.unexpectedVerifyError, message: error.message }
}

type Refusal = { reason: string; message?: string; payer?: string }

export function invalid({ reason, message, payer }: Refusal): VerifyResponse {
  const details = { ...(message && { invalidMessage: message }), ...(payer && { payer }) }
  return { isValid: false, invalidReason: reason, ...details }
}
