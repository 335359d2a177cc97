import { isRecord, recordOf } from '../header-codec'
import { decodeHeader, encodePortably, headerNames } from '../protocol-headers'
import { X402_VERSION } from '../wire'
import { caip2Network, version1Network } from './networks'

/** Marks an option, in `extra`, as one of a seller that speaks version 1 only. */
const MARK = 'x402Version'

/** The header that a signed payment of version 2 is sent in, as its seller understands it. */
export function paymentHeader(payment: string): { name: string; value: string } {
  const sent = decodeHeader(payment)
  const { scheme, network, extra } = recordOf(sent?.accepted)
  if (sent === null || recordOf(extra)[MARK] !== 1 || typeof network !== 'string') {
    return { name: headerNames.paymentSignature, value: payment }
  }
  const version1 = { x402Version: 1, scheme, network: version1Network(network) ?? network, payload: sent.payload }
  return { name: headerNames.paymentVersion1, value: encodePortably(version1) }
}

export type SellersAnswer = {
  status: number
  headerOf: (name: string) => string | null
  asked: string
  /** Its body; null where that is no JSON. Read only where the headers tell nothing. */
  json: () => Promise<unknown>
}

/**
 * The header of version 2 that an answer of a seller of version 1 lacks: its terms or why it refused, and how a payment
 * was settled. Null for an answer of any other seller.
 */
export async function missingHeader(
  { status, headerOf, asked, json }: SellersAnswer,
  sentAs: string | null,
): Promise<{ name: string; value: string } | null> {
  if (sentAs !== null && sentAs !== headerNames.paymentVersion1) return null
  const settled = sentAs === null ? null : decodeHeader(headerOf(headerNames.paymentResponseVersion1))
  if (settled !== null) return { name: headerNames.paymentResponse, value: encodePortably(inCaip2(settled)) }
  if (status !== 402 || headerOf(headerNames.paymentRequired) !== null) return null
  const terms = termsOfVersion1(await json(), asked)
  return terms && { name: headerNames.paymentRequired, value: encodePortably(terms) }
}

/**
 * The terms in the body of a seller of version 1, as version 2 has them; null for any other body. What an option lacks
 * stays absent, and a network without a CAIP-2 name keeps its own, for the reader of the terms to refuse.
 */
function termsOfVersion1(body: unknown, asked: string): object | null {
  if (!isRecord(body) || body.x402Version !== 1 || !Array.isArray(body.accepts)) return null
  const { resource, description, mimeType } = recordOf(body.accepts[0])
  return {
    x402Version: X402_VERSION,
    error: body.error,
    resource: { url: typeof resource === 'string' ? resource : asked, description, mimeType },
    accepts: body.accepts.map((option: unknown) => (isRecord(option) ? toVersion2(option) : option)),
  }
}

function toVersion2({
  scheme,
  maxAmountRequired,
  asset,
  payTo,
  maxTimeoutSeconds,
  ...option
}: Record<string, unknown>) {
  const { network } = inCaip2(option)
  return {
    scheme,
    network,
    amount: maxAmountRequired,
    asset,
    payTo,
    maxTimeoutSeconds,
    extra: { ...recordOf(option.extra), [MARK]: 1 },
  }
}

const inCaip2 = (named: Record<string, unknown>): Record<string, unknown> =>
  typeof named.network === 'string' ? { ...named, network: caip2Network(named.network) ?? named.network } : named
