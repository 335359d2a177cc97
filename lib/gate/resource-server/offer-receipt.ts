import { buildOffers, buildReceipt, OFFER_RECEIPT_EXTENSION } from '@/lib/base/x402/offer-receipt'
import type { SettleResponse } from '@/lib/base/x402/wire'
import type { Gate } from './gate'
import type { OpenedRequest } from './opened-request'

/** Signed offers for the options of a challenge, where the route declares the extension; else nothing. */
export async function offerExtension(gate: Gate, opened: OpenedRequest): Promise<Record<string, unknown>> {
  const sign = signerFor(gate, opened)
  if (!sign) return {}
  const { accepts } = opened.route
  const offers = await buildOffers({ resourceUrl: opened.resourceUrl, accepts, now: gate.clock(), sign })
  return { [OFFER_RECEIPT_EXTENSION]: offers }
}

/**
 * The settlement answer with a signed receipt in it, where the route declares the extension and money was taken.
 * Signed again whenever the content is sent, since readers want a recent one.
 */
export async function withReceipt(
  gate: Gate,
  opened: OpenedRequest,
  response: SettleResponse,
): Promise<SettleResponse> {
  const sign = signerFor(gate, opened)
  if (!sign || !response.success || !response.payer) return response
  const { payer, network } = response
  const receipt = await buildReceipt({ resourceUrl: opened.resourceUrl, payer, network, now: gate.clock(), sign })
  return { ...response, extensions: { ...response.extensions, [OFFER_RECEIPT_EXTENSION]: receipt } }
}

const signerFor = (gate: Gate, { route }: OpenedRequest) =>
  route.config.extensions?.[OFFER_RECEIPT_EXTENSION] ? gate.ports.signReceipt : undefined
