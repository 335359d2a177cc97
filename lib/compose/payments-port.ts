import type { Database } from '@/lib/infra/database'
import { attemptsSql } from '@/lib/payments/attempts-sql'
import { askClaims } from '@/lib/payments/channels/ask-claims'
import type { ClaimLimits } from '@/lib/payments/channels/claims'
import { listShopChannels, sumShopChannels } from '@/lib/payments/channels/list-shop-channels'
import { endRight } from '@/lib/payments/end-right'
import { endedPaymentsSql } from '@/lib/payments/ended-payments-sql'
import { findFailingRoutes } from '@/lib/payments/find-failing-routes'
import { listOwedPayments } from '@/lib/payments/list-owed-payments'
import { findShopPayment, listShopPayments } from '@/lib/payments/list-shop-payments'
import {
  cancelRefund,
  confirmRefund,
  findRefund,
  isAccessKept,
  isTransferCounted,
  listKeptRefunds,
  promiseRefund,
} from '@/lib/payments/refund-ledger'
import { sumEarnings } from '@/lib/payments/sum-earnings'
import { sumGivenBack } from '@/lib/payments/sum-given-back'
import type { PaymentsPort } from '@/lib/sellers/ports'

/** What sellers read of the payments of their shop, and write of their refunds. */
export function toPaymentsPort(database: Database, limits: ClaimLimits): PaymentsPort {
  return {
    list: (wanted, stretch) => listShopPayments(database, wanted, stretch),
    find: (wanted) => findShopPayment(database, wanted),
    sumEarnings: (range) => sumEarnings(database, range),
    sumGivenBack: (range) => sumGivenBack(database, range),
    findFailingRoutes: (failing) => findFailingRoutes(database, failing),
    listOwed: (wanted) => listOwedPayments(database, wanted),
    attemptsSql,
    endedSql: endedPaymentsSql,
    refunds: {
      find: findRefund,
      listKept: listKeptRefunds,
      promise: promiseRefund,
      cancel: cancelRefund,
      confirm: confirmRefund,
      isTransferCounted,
      isAccessKept,
      endRight,
    },
    channels: {
      limits,
      list: (wanted) => listShopChannels(database, wanted),
      sum: (handle) => sumShopChannels(database, handle),
      askClaims,
    },
  }
}
