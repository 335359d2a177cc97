import { familyOf } from '@/lib/base/x402/networks'
import { paysByChannel } from '@/lib/base/x402/payment-channel'
import type { PaymentRequired } from '@/lib/base/x402/wire'
import { createPaidFetch, type PaidFetchOptions, type PaymentIntent } from '@/lib/client/create-paid-fetch'
import { PayerError } from '@/lib/client/payer-error'
import type { OnPayerEvent } from '@/lib/client/payer-event'
import { lesser } from '../limits-file'
import { type FollowedCall, followCall, type SpendingGuard, signedMicros } from './follow-call'
import { choosePass, DAY_MS, type LinkedPass, linkedPasses, passBook } from './passes'

type PassedCall = {
  url: URL
  init: Omit<RequestInit, 'body'> & { body?: string }
  options: PaidFetchOptions & { maxDollars: string; onEvent: OnPayerEvent }
  guard: SpendingGuard
  /** Gets what happens while a pass is bought. */
  onPassEvent?: OnPayerEvent
}

const NOT_BY_PASS = 'No pass that is held or on sale opens this. Nothing was paid for it.'

/** `passCall`: the answer is that of a pass, which was signed for and not given. */
type PassedAnswer = { response: Response; passCall: FollowedCall | null }

/**
 * Gets a resource as `createPaidFetch` does. Before a price is signed for, it signs in where the receipts of this machine
 * say that a linked pass is held, or buys one by policy. Where none can be bought the price is paid, and never after a
 * pass was: one call signs for one of them.
 */
export async function fetchByPass(passed: PassedCall): Promise<PassedAnswer> {
  const { url, init, options, guard } = passed
  const { passes } = guard
  const seen = { terms: null as PaymentRequired | null, chain: '', isOpened: false }
  const onEvent: OnPayerEvent = (event) => {
    if (event.type === 'challenge') seen.terms = event.paymentRequired
    if (event.type === 'sign_in_sent') seen.chain = event.chainId
    seen.isOpened ||= event.type === 'sign_in_accepted'
    options.onEvent(event)
  }
  const links = () => (seen.terms && passes ? linkedPasses(seen.terms, url) : [])
  const plan = { signInNetwork: null as string | null, buy: null as LinkedPass | null }
  const payPrice = async (intent: PaymentIntent) =>
    passes?.policy === 'now' ? NOT_BY_PASS : ((await options.approve?.(intent)) ?? null)
  const payLast = async (intent: PaymentIntent) => {
    if (!passes) return payPrice(intent)
    const book = await openBook(passed)
    const held = book.findHeld(links(), { isPaid: passes.policy === 'now' })
    if (held && familyOf(seen.chain) !== familyOf(held.network)) plan.signInNetwork = familyOf(held.network)
    else if (!held) plan.buy = choosePass(links(), { ...options, ...passes, book, priceMicros: signedMicros(intent) })
    if (plan.signInNetwork || plan.buy) return 'A pass comes first.'
    return payPrice(intent)
  }
  const ask = async (more: Partial<PaidFetchOptions>): Promise<PassedAnswer> => {
    const response = await createPaidFetch({ ...options, onEvent, ...more })(url, init)
    const held = response.ok && seen.isOpened && !plan.buy ? (await openBook(passed)).findHeld(links()) : null
    if (held) options.onEvent({ type: 'pass', url: held.url, until: held.until, isBought: false })
    return { response, passCall: null }
  }

  const first = await ask({ approve: payLast }).catch((error: unknown) => {
    if (plan.signInNetwork || plan.buy) return null
    throw error
  })
  if (first) return first
  const { signInNetwork, buy } = plan
  if (!buy || !seen.terms) return ask({ isSignInTried: true, signInNetwork, approve: payPrice })
  const sold = await buyPass(buy, seen.terms, passed).catch((error: unknown) => {
    if (passes?.policy === 'now' || !(error instanceof PayerError) || error.code === 'ANSWER_LOST') throw error
    return null
  })
  const isSigned = sold?.call.isSigned()
  if (sold && isSigned && !sold.response.ok) return { response: sold.response, passCall: sold.call }
  await sold?.response.body?.cancel()
  if (!sold?.response.ok) return ask({ isSignInTried: false, approve: payPrice })
  const signIn = { isSignInTried: true, signInNetwork: sold.family }
  // It is held, as the seller says, and this machine does not know until when.
  if (!isSigned) return ask({ ...signIn, approve: payPrice })
  options.onEvent(sold.opening)
  const refusal = `The pass ${buy.url} was bought, and this did not open by it.`
  return ask({ ...signIn, approve: async () => refusal }).catch((cause: unknown) => {
    throw new PayerError('ANSWER_LOST', `${refusal} Nothing more was signed.`, { cause })
  })
}

async function openBook({ guard, options }: PassedCall) {
  const lines = (await guard.passes?.readLines()) ?? []
  const addresses = options.wallets.map(({ address }) => address)
  return passBook(lines, addresses, new Date())
}

/** Buys a pass for no more than its link said, from the seller of what it opens. */
async function buyPass(pass: LinkedPass, { accepts }: PaymentRequired, passed: PassedCall) {
  const { init, options, guard, onPassEvent = () => {} } = passed
  const call = followCall({ url: new URL(pass.url), method: 'GET' }, guard)
  const payees = accepts.map(({ payTo }) => payTo.toLowerCase())
  let family: string | null = null
  const fetchPass = createPaidFetch({
    ...options,
    wallets: options.wallets.map((wallet) => ({
      ...wallet,
      schemes: wallet.schemes.filter(({ client }) => !paysByChannel(client)),
    })),
    maxDollars: lesser(options.maxDollars, pass.price),
    isSignInTried: true,
    async approve(intent) {
      family = familyOf(intent.requirements.network)
      if (!payees.includes(intent.requirements.payTo.toLowerCase())) return 'The pass is sold by another seller.'
      const refusal = await call.approve(intent)
      if (refusal !== null || guard.passes?.policy === 'now') return refusal
      // Of calls that decide on it at once, the first that has it written down buys it.
      const isFirst = (await openBook(passed)).firstCallFor(pass) === call.id
      return isFirst ? null : 'Another call is buying the pass.'
    },
    onSigned: call.sign,
    onEvent(event) {
      call.note(event)
      onPassEvent(event)
    },
  })
  try {
    const response = await fetchPass(pass.url, {
      headers: { accept: 'application/json' },
      ...(init.signal && { signal: init.signal }),
    })
    const opening = {
      type: 'pass',
      url: pass.url,
      until: new Date(Date.now() + pass.days * DAY_MS),
      isBought: call.isSigned(),
    } as const
    if (response.ok) call.note(opening)
    await call.close(response.ok ? null : response.status)
    return { response, call, family, opening }
  } catch (error) {
    await call.fail(error)
    throw error
  }
}
