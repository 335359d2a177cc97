import { z } from 'zod'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { atomic, id } from '@/lib/base/x402/answer-parts'
import { formatAtomic } from '@/lib/base/x402/money'
import { isPaid } from '@/lib/base/x402/payment-status'
import { listKeptRefunds, promiseRefund as writePromise } from '@/lib/payments/refund-ledger'
import { type Actor, getOwnSeller, lockOwnShop } from '../actor'
import { recordChange } from '../audit/record-change'
import { asIssue } from '../fault-of'
import { InputRefusedError, parseInput } from '../input-refused-error'
import { getPayment } from '../payments/get-payment'
import type { SellersContext } from '../ports'
import { refundFacts, sumRefunds } from './refund-facts'

/** After this, a promise that was not kept no longer reserves its amount. */
const PROMISE_MS = 15 * 60_000

export const refundAmountInput = z
  .object({
    /** In whole units of the asset, such as `0.05`. */
    amount: z
      .string()
      .trim()
      .refine((text) => /^\d{1,15}(\.\d{1,18})?$/.test(text), asIssue(say('amountRule', { amount: '0.05' }))),
    keepsAccess: z
      .boolean()
      .default(false)
      .describe('The buyer keeps what was bought. Otherwise it closes once all of the price has been given back.'),
  })
  .strict()

export const promisedRefundShape = z.object({
  refundId: id,
  network: z.string(),
  asset: z.string(),
  to: z.string(),
  amountAtomic: atomic,
})

/**
 * Reserves a refund within a payment's charged amount, before any money moves: all refunds of a payment together never
 * exceed it. Fails with `PAYMENT_NOT_FOUND`, `PAYMENT_NOT_SETTLED` or `INPUT_REFUSED`.
 */
export async function promiseRefund(
  context: SellersContext,
  actor: Actor,
  paymentId: string,
  input: unknown,
): Promise<z.infer<typeof promisedRefundShape>> {
  const payment = await getPayment(context, actor, paymentId)
  const { amount, keepsAccess } = parseInput(refundAmountInput, input)
  const { network, asset, payer, settledAtomic, status } = payment
  if (!isPaid(status) || settledAtomic === null || settledAtomic === 0n) {
    throw new DomainError('PAYMENT_NOT_SETTLED', say('refundSettled'))
  }
  const amountAtomic = parseAmount(amount, context.decimalsOf(network))
  const { id: sellerId } = await getOwnSeller(context.database, actor)
  const now = context.clock()
  const refundId = await context.database.$transaction(async (transaction) => {
    await lockOwnShop(transaction, actor, { isAboutMoney: true })
    const left = settledAtomic - sumRefunds(await listKeptRefunds(transaction, { paymentId, now }))
    if (amountAtomic > left) throw new InputRefusedError({ amount: leftInWords(left, context.decimalsOf(network)) })
    const terms = { paymentId, network, asset, recipient: payer, amountAtomic, keepsAccess }
    const expiresAt = new Date(now.getTime() + PROMISE_MS)
    const id = await writePromise(transaction, { sellerId, ...terms, createdAt: now, expiresAt })
    const change = { at: now, sellerId, act: 'refund.promised', subject: id, after: refundFacts(terms) } as const
    await recordChange(transaction, actor, change)
    return id
  })
  return { refundId, network, asset, to: payer, amountAtomic }
}

function parseAmount(amount: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  if (fraction.length > decimals) throw new InputRefusedError({ amount: say('decimalsTooMany', { decimals }) })
  const amountAtomic = BigInt(whole + fraction.padEnd(decimals, '0'))
  if (amountAtomic === 0n) throw new InputRefusedError({ amount: say('refundNothing') })
  return amountAtomic
}

function leftInWords(leftAtomic: bigint, decimals: number): Sentence {
  if (leftAtomic <= 0n) return say('allGivenBack')
  return say('refundLeft', { left: formatAtomic(leftAtomic, decimals) })
}
