import { isSignerError } from '@/lib/base/chains/signers/signer-error'
import { buildOffers, buildReceipt, OFFER_RECEIPT_EXTENSION } from '@/lib/base/x402/offer-receipt'
import type { SettleResponse } from '@/lib/base/x402/wire'
import type { Gate } from './gate'
import type { OpenedRequest } from './opened-request'

/** Signed offers for the options of a challenge, where the route declares the extension; else nothing. */
export async function offerExtension(gate: Gate, opened: OpenedRequest): Promise<Record<string, unknown>> {
  const sign = signerFor(gate, opened)
  if (!sign) return {}
  const { accepts } = opened.route
  const offers = await unlessUnsigned(
    gate,
    buildOffers({ resourceUrl: opened.resourceUrl, accepts, now: gate.clock(), sign }),
  )
  return offers ? { [OFFER_RECEIPT_EXTENSION]: offers } : {}
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
  const receipt = await unlessUnsigned(
    gate,
    buildReceipt({ resourceUrl: opened.resourceUrl, payer, network, now: gate.clock(), sign }),
  )
  if (!receipt) return response
  return { ...response, extensions: { ...response.extensions, [OFFER_RECEIPT_EXTENSION]: receipt } }
}

/** Null where others keep the key and do not sign: what is paid for goes out without a receipt, and prices stay prices. */
const unlessUnsigned = <T>({ log }: Gate, signed: Promise<T>): Promise<T | null> =>
  signed.catch((error: unknown) => {
    if (!isSignerError(error)) throw error
    log.warn({ err: error }, 'offer-receipt: the key does not sign, so this answer goes out without it')
    return null
  })

/** Whether each challenge for a request has signatures that are made for it. */
export const signsOffers = (gate: Gate, opened: OpenedRequest): boolean => signerFor(gate, opened) !== undefined

const signerFor = (gate: Gate, { route }: OpenedRequest) =>
  route.config.extensions?.[OFFER_RECEIPT_EXTENSION] ? gate.ports.signReceipt : undefined
