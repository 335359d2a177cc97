import { addressIdentity, isAddress } from '@/lib/base/x402/addresses'
import { headerNames } from '@/lib/base/x402/protocol-headers'
import { giftLinkIdentity } from '@/lib/payments/gift-link'
import type { Gift } from './opened-request'
import { problemResponse } from './problem'

/** Whether a route sells something that can be given. */
export type GiftKind = 'goods' | 'pass' | 'none'

/** The gift that a request asks for; null for none. */
export function readGift(request: Request, kind: GiftKind): Gift | null | Response {
  const text = request.headers.get(headerNames.paymentGift)
  if (text === null) return null
  if (kind === 'none') {
    return refuseGift('What is sold here cannot be given: only an article, a file or a pass can, which opens again.')
  }
  const hash = /^sha256:([0-9a-f]{64})$/.exec(text)?.[1]
  if (hash !== undefined) {
    const identity = giftLinkIdentity(hash)
    // No wallet's address has this form, so its family does not matter.
    return { identity, wallet: { scope: 'svm', address: identity }, isLink: true }
  }
  const scope = ['evm', 'svm', 'avm'].find((family) => isAddress(family, text))
  if (kind === 'pass' && scope === 'avm')
    return refuseGift('A pass opens by signing in, which a wallet of Algorand cannot.')
  if (scope !== undefined) {
    return { identity: addressIdentity(scope, text), wallet: { scope, address: text }, isLink: false }
  }
  return refuseGift('PAYMENT-GIFT names one wallet address, or sha256:<64 hexadecimal digits> of a link’s secret.')
}

export const refuseGift = (detail: string): Response =>
  problemResponse({ code: 'gift_refused', detail: `${detail} You were not charged.` })

/** The payer's answer in place of the content, which only the receiver opens. */
export const giftAnswer = ({ wallet, isLink }: Gift, resource: string): Response =>
  Response.json({ gift: { resource, to: isLink ? 'link' : wallet.address } })
