import { createHash, randomBytes } from 'node:crypto'
import { headerNames } from '@/lib/base/x402/protocol-headers'
import type { PayArguments } from './parse-arguments'

/** Adds the header that gives the purchase away, and returns the link that redeems it; null for none. */
export function asGift(input: PayArguments): { input: PayArguments; link: string | null } {
  const { giveTo, url, headers } = input
  if (giveTo === null) return { input, link: null }
  const secret = giveTo === 'link' ? randomBytes(32).toString('hex') : null
  const gift = secret === null ? giveTo : `sha256:${createHash('sha256').update(secret).digest('hex')}`
  const link = secret === null ? null : `${new URL(url).origin}/library#gift=${secret}`
  return { input: { ...input, headers: { ...headers, [headerNames.paymentGift]: gift } }, link }
}

/** Refuses to sign where the seller does not say that it takes gifts: it would sell to the payer instead. */
export function watchGift({ giveTo }: PayArguments, send: typeof fetch) {
  let isTaken = giveTo === null
  return {
    fetch: (async (input, init) => {
      const answer = await send(input, init)
      isTaken = giveTo === null || answer.headers.has(headerNames.paymentGift)
      return answer
    }) satisfies typeof fetch,
    approve: async () => (isTaken ? null : 'This seller does not say that it takes gifts.'),
  }
}
