import type { SignedPayment } from '@/lib/base/chains/signed-payment'
import { currentRequestId } from '@/lib/base/infra/request-scope'
import { addressIdentity } from '@/lib/base/x402/addresses'
import { classifyAudience } from '@/lib/base/x402/audience'
import { reasons } from '@/lib/base/x402/reasons'
import type { ClaimInput } from '@/lib/payments/claim'
import type { Gate } from './gate'
import type { OpenedRequest } from './opened-request'
import { readChallengedAt, readPaymentIdentifier } from './read-extensions'

/** The ledger's claim of a payment, with the payment as it was read. */
export type PaymentClaim = ClaimInput & { signed: SignedPayment }

/**
 * The claim of a signed payment for a request, once its payer is known to have signed it under those terms; else the
 * wire's reason. Fails like an outage where only a chain that does not answer could tell.
 */
export async function buildClaim(
  gate: Gate,
  opened: OpenedRequest,
  signed: SignedPayment,
): Promise<PaymentClaim | { refused: string }> {
  const { payload, requirements, authorization } = signed
  const signature = await gate.ports.chains.checkSignature(authorization.network, signed)
  if (!signature.isValid) return { refused: signature.invalidReason ?? reasons.invalidPayload }
  return {
    signed,
    authorization,
    payerIdentity: addressIdentity(authorization.network, authorization.payer),
    routeKey: opened.route.key,
    routeId: opened.route.config.stored?.routeId ?? '',
    routeSince: opened.route.config.stored?.since ?? null,
    resourceUri: opened.resourceUri,
    requestFingerprint: await opened.fingerprint(),
    earlierUri: opened.earlier.resourceUri,
    earlierFingerprint: await opened.earlier.fingerprint(),
    givenTo: opened.gift?.identity ?? null,
    // It becomes its receiver's purchase, whose identifiers are not the payer's.
    paymentIdentifier: opened.gift ? null : readPaymentIdentifier(payload),
    payload,
    requirements,
    challengedAt: readChallengedAt(payload, gate.clock()),
    audience: classifyAudience(opened.request),
    requestId: currentRequestId() ?? null,
  }
}
