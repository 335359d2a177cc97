import { cancelRefund } from '@/lib/shop/sellers/refunds/cancel-refund'
import { listPaymentRefunds, refundsShape } from '@/lib/shop/sellers/refunds/list-payment-refunds'
import { promisedRefundShape, promiseRefund, refundAmountInput } from '@/lib/shop/sellers/refunds/promise-refund'
import { recordedRefundShape, recordRefund, refundTransactionInput } from '@/lib/shop/sellers/refunds/record-refund'
import { operation } from './operation'

/** Refunds. A wallet of the seller's sends the money; the API reserves the amount and checks the transaction. */
export const refundOperations = {
  listRefunds: operation('GET /payments/{paymentId}/refunds', 'payments:read', {
    summary: 'What went back of a payment, what is promised, and what may still go back.',
    answer: refundsShape,
    run: (call) => listPaymentRefunds(call.context, call.actor, call.params.paymentId),
  }),
  promiseRefund: operation('POST /payments/{paymentId}/refunds', 'refunds:write', {
    summary: 'Keeps room for a refund for 15 minutes, and says what to send to whom. Moves no money.',
    body: refundAmountInput,
    answer: promisedRefundShape,
    successStatus: 201,
    refusals: [409],
    run: (call) => promiseRefund(call.context, call.actor, call.params.paymentId, call.body),
  }),
  recordRefund: operation('POST /refunds/{refundId}/transaction', 'refunds:write', {
    summary: 'Records the transaction that sent a promised refund, once the chain shows it.',
    body: refundTransactionInput,
    answer: recordedRefundShape,
    refusals: [409],
    run: (call) => recordRefund(call.context, call.actor, call.params.refundId, call.body),
  }),
  cancelRefund: operation('DELETE /refunds/{refundId}', 'refunds:write', {
    summary: 'Takes back a promise for which nothing was sent.',
    run: (call) => cancelRefund(call.context, call.actor, call.params.refundId),
  }),
}
