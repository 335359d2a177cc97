import { addressIdentity } from '@/lib/base/x402/addresses'
import { classifyAudience } from '@/lib/base/x402/audience'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import type { ClaimInput } from '@/lib/payments/claim'
import type { Gate } from './gate'
import type { OpenedRequest } from './opened-request'
import { readChallengedAt, readPaymentIdentifier } from './read-extensions'

/**
 * The claim of a signed payment for a request, once its payer is known to have signed it under those terms; else the
 * wire's reason. Fails like an outage where only a chain that does not answer could tell.
 */
export async function buildClaim(
  gate: Gate,
  opened: OpenedRequest,
  payload: PaymentPayload,
  requirements: PaymentRequirements,
): Promise<ClaimInput | { refused: string }> {
  const authorization = await gate.ports.chains.authorizationOf(payload, requirements)
  if ('reason' in authorization) return { refused: authorization.reason }
  const signature = await gate.ports.chains.checkSignature(payload, requirements)
  if (!signature.isValid) return { refused: signature.invalidReason ?? reasons.invalidPayload }
  return {
    authorization,
    payerIdentity: addressIdentity(authorization.network, authorization.payer),
    routeKey: opened.route.key,
    routeId: opened.route.config.stored?.routeId ?? '',
    routeSince: opened.route.config.stored?.since ?? null,
    resourceUri: opened.resourceUri,
    requestFingerprint: await opened.fingerprint(),
    earlierUri: opened.earlier.resourceUri,
    earlierFingerprint: await opened.earlier.fingerprint(),
    paymentIdentifier: readPaymentIdentifier(payload),
    payload,
    requirements,
    challengedAt: readChallengedAt(payload, gate.clock()),
    audience: classifyAudience(opened.request),
  }
}
