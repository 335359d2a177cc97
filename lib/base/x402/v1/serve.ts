import { encodeHeader, isRecord, parseHeader } from '../header-codec'
import { familyOf } from '../networks'
import { type ParsedPayload, parsePaymentPayloadObject } from '../payment-payload'
import { reasons } from '../reasons'
import { type PaymentRequired, type PaymentRequirements, X402_VERSION } from '../wire'
import { version1Network } from './networks'

/** The options of a route that version 1 can pay: `exact`, the first of each network, EIP-3009 on EVM. */
function version1Options(accepts: readonly PaymentRequirements[]): PaymentRequirements[] {
  const options = accepts.filter(
    ({ scheme, network, extra }) =>
      scheme === 'exact' &&
      version1Network(network) !== null &&
      (familyOf(network) === 'svm' || extra?.assetTransferMethod === undefined),
  )
  // A payment of version 1 names only its network, so that a second option could not be told from the first.
  return options.filter((option, index) => options.findIndex(({ network }) => network === option.network) === index)
}

/**
 * The body of a 402 as version 1 has it, beside what version 2 puts there. Null where version 1 can pay no option.
 */
export function version1Body(terms: PaymentRequired): Record<string, unknown> | null {
  const { url, description = '', mimeType = '' } = terms.resource
  const accepts = version1Options(terms.accepts).map(({ scheme, network, amount, asset, payTo, ...rest }) => ({
    scheme,
    network: version1Network(network),
    maxAmountRequired: amount,
    resource: url,
    description,
    mimeType,
    payTo,
    maxTimeoutSeconds: rest.maxTimeoutSeconds,
    asset,
    extra: rest.extra,
  }))
  return accepts.length === 0 ? null : { ...terms, x402Version: 1, accepts }
}

type UnmatchedPayment = { ok: false; reason: typeof reasons.invalidPaymentRequirements; message: string }

/**
 * Reads an `X-PAYMENT` header as a payment of version 2 for one of the route's options: what was signed is the same in
 * both. `offers`: the route's terms, the present ones first.
 */
export function parseVersion1Payment(
  header: string,
  offers: readonly (readonly PaymentRequirements[])[],
): ParsedPayload | UnmatchedPayment {
  const parsed = parseHeader(header)
  if (!parsed.ok) {
    return { ok: false, reason: reasons.invalidPayload, message: `X-PAYMENT is unreadable: ${parsed.reason}.` }
  }
  const { x402Version, scheme, network, payload } = parsed.value
  if (x402Version !== 1) {
    const message = 'X-PAYMENT carries version 1. Send a payment of version 2 in PAYMENT-SIGNATURE.'
    return { ok: false, reason: reasons.invalidX402Version, message }
  }
  const options = offers
    .flatMap(version1Options)
    .filter((option) => option.scheme === scheme && version1Network(option.network) === network)
  // The terms may have changed since it was signed.
  const accepted = options.find((option) => isSignedFor(option, payload)) ?? options[0]
  if (!accepted) {
    const message = 'X-PAYMENT names a scheme or a network that this route does not offer to version 1.'
    return { ok: false, reason: reasons.invalidPaymentRequirements, message }
  }
  return parsePaymentPayloadObject({ x402Version: X402_VERSION, accepted, payload })
}

/** True where the authorization itself tells its amount and payee, as EIP-3009 does. */
function isSignedFor({ amount, payTo }: PaymentRequirements, payload: unknown): boolean {
  const signed = isRecord(payload) ? payload.authorization : undefined
  if (!isRecord(signed)) return false
  return signed.value === amount && typeof signed.to === 'string' && signed.to.toLowerCase() === payTo.toLowerCase()
}

/** `PAYMENT-RESPONSE` as `X-PAYMENT-RESPONSE`; null where it is unreadable or its network has no name in version 1. */
export function version1Response(paymentResponse: string): string | null {
  const parsed = parseHeader(paymentResponse)
  const network = parsed.ok && typeof parsed.value.network === 'string' ? version1Network(parsed.value.network) : null
  return parsed.ok && network !== null ? encodeHeader({ ...parsed.value, network }) : null
}
