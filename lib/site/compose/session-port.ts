import { isSameOrigin, mayShowForCookie, maySpeakForCookie } from '@/lib/base/http/same-origin'
import type { Database } from '@/lib/base/infra/database'
import type { SessionPort } from '@/lib/gate/resource-server/ports'
import { findRequestSession } from '@/lib/gate/sign-in/find-request-session'
import { purchaseRecordCookie, type RecordContext, readPurchaseRecord } from '@/lib/gate/sign-in/purchase-record'

/** The gate's access to cookies: a session's wallets and a browser's purchases open paid content without signing again. */
export function toSessionPort(source: RecordContext & { database: Database }): SessionPort {
  const policyOf = (isOnlyShown: boolean) => (isOnlyShown ? mayShowForCookie : maySpeakForCookie)
  const read = (request: Request) => readPurchaseRecord(source, request.headers.get('cookie'))
  return {
    walletsOf: async (request, { isOnlyShown } = { isOnlyShown: false }) =>
      (await findRequestSession(source, request, policyOf(isOnlyShown)))?.wallets ?? [],
    paymentsOf: (request, { isOnlyShown } = { isOnlyShown: false }) =>
      policyOf(isOnlyShown)(request.headers, source.publicOrigin) ? read(request) : [],
    rememberPayment: (request, paymentId) =>
      isSameOrigin(request.headers, source.publicOrigin)
        ? purchaseRecordCookie(source, [paymentId, ...read(request)])
        : null,
  }
}
