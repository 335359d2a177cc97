import { cancelRefund } from '@/lib/shop/sellers/refunds/cancel-refund'
import { listPaymentRefunds, refundsShape } from '@/lib/shop/sellers/refunds/list-payment-refunds'
import { promisedRefundShape, promiseRefund, refundAmountInput } from '@/lib/shop/sellers/refunds/promise-refund'
import { recordedRefundShape, recordRefund, refundTransactionInput } from '@/lib/shop/sellers/refunds/record-refund'
import { operation, param } from './operation'

/** Refunds. A wallet of the seller's sends the money; the API reserves the amount and checks the transaction. */
export const refundOperations = {
  listRefunds: operation({
    method: 'GET',
    path: '/payments/{paymentId}/refunds',
    scope: 'payments:read',
    summary: 'What went back of a payment, what is promised, and what may still go back.',
    answer: refundsShape,
    run: (call) => listPaymentRefunds(call.context, call.actor, param(call, 'paymentId')),
  }),
  promiseRefund: operation({
    method: 'POST',
    path: '/payments/{paymentId}/refunds',
    scope: 'refunds:write',
    summary: 'Keeps room for a refund for 15 minutes, and says what to send to whom. Moves no money.',
    body: refundAmountInput,
    answer: promisedRefundShape,
    successStatus: 201,
    refusals: [409],
    run: (call) => promiseRefund(call.context, call.actor, param(call, 'paymentId'), call.body),
  }),
  recordRefund: operation({
    method: 'POST',
    path: '/refunds/{refundId}/transaction',
    scope: 'refunds:write',
    summary: 'Records the transaction that sent a promised refund, once the chain shows it.',
    body: refundTransactionInput,
    answer: recordedRefundShape,
    refusals: [409],
    run: (call) => recordRefund(call.context, call.actor, param(call, 'refundId'), call.body),
  }),
  cancelRefund: operation({
    method: 'DELETE',
    path: '/refunds/{refundId}',
    scope: 'refunds:write',
    summary: 'Takes back a promise for which nothing was sent.',
    run: (call) => cancelRefund(call.context, call.actor, param(call, 'refundId')),
  }),
}
