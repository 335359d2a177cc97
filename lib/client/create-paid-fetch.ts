import type { ClientExtension, HTTPClientExtensionHooks } from '@x402/core/client'
import type { Network } from '@x402/core/types'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { paysBeforeAnswer } from '@/lib/base/x402/payment-option'
import { headerNames } from '@/lib/base/x402/protocol-headers'
import { missingHeader, paymentHeader } from '@/lib/base/x402/v1/buy'
import { type PaymentPayload, type PaymentRequirements, X402_VERSION } from '@/lib/base/x402/wire'
import { type AgreedTerms, chooseOption, type OptionChoice, type PayerLimits } from './choose-option'
import { type OnPayerEvent, PayerError } from './payer-error'
import { peekJson } from './peek-json'
import { defaultPatience, type Patience, paymentIdentifierExtension } from './resend'
import { signChallenge } from './sign-challenge'
import type { PayerWallet } from './wallet'
import { type Trip, watchExchange } from './watch-exchange'

/** Highest price of one payment unless the caller says otherwise. */
const DEFAULT_MAX_DOLLARS = '$1'

export type PaymentIntent = Omit<Extract<OptionChoice, { kind: 'chosen' }>, 'kind'>

export type PaidFetchOptions = {
  wallets: PayerWallet[]
  network?: string | null
  maxDollars?: string
  agreed?: AgreedTerms
  /** False pays at once, which saves the signature for a sign-in on a first purchase. */
  isSignInTried?: boolean
  /** The network or family of the wallet that signs in; `network` when omitted. */
  signInNetwork?: string | null
  /** Called once before a payment is signed; a returned sentence refuses it, and the call fails with `NOT_APPROVED`. */
  approve?: (intent: PaymentIntent) => Promise<string | null>
  /** Called for each payment after it is signed and before it is sent; if it fails, nothing is sent. */
  onSigned?: (payload: PaymentPayload) => Promise<void>
  onEvent?: OnPayerEvent
  fetch?: typeof fetch
  /** Longest wait for an answer in doubt; half a minute when omitted. */
  patience?: Patience
}

/**
 * A `fetch` that answers 402 by signing in, and by paying where sign-in does not open the resource.
 * Pays at most once per call. Fails with a `PayerError`; when the server rejects a payment, its answer is returned
 * unchanged and reported to `onEvent`.
 */
export function createPaidFetch(options: PaidFetchOptions): typeof fetch {
  const limits: PayerLimits = {
    wallets: options.wallets,
    network: options.network ?? null,
    maxDollars: options.maxDollars ?? DEFAULT_MAX_DOLLARS,
    agreed: options.agreed ?? null,
  }
  const onEvent = options.onEvent ?? (() => {})
  return async (input, init) => {
    // Passed on by name: a request made from another one follows its signal only until that one is collected as garbage.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : null)
    const ask = options.fetch ?? fetch
    const transport = speakVersion1((request) => ask(request, { signal }))
    const trip: Trip = {
      paymentRequired: null,
      unread: [],
      signInRejection: null,
      refusal: null,
      isPaymentSent: false,
      isAnswerLost: false,
      signal,
    }
    const client = buildClient(limits, onEvent, options.onSigned ?? (async () => {}))
    if (options.approve) askBeforeSigning(client, limits, trip, options.approve)
    client.registerExtension(paymentIdentifierExtension())
    client.onBeforePaymentCreation(async () => refuseSecondPayment(trip))
    // The SDK keeps only the words of what a wallet throws.
    let thrown: unknown
    client.onPaymentCreationFailure(async ({ error }) => {
      thrown = error
    })
    if (options.isSignInTried ?? true)
      client.registerExtension(
        signInExtension({ ...limits, network: options.signInNetwork ?? limits.network, onEvent }),
      )
    const send = watchExchange(transport, {
      trip,
      wallets: limits.wallets,
      onEvent,
      patience: options.patience ?? defaultPatience,
    })
    try {
      return await wrapFetchWithPayment(send, client)(input, init)
    } catch (error) {
      throw explainFailure(error, { thrown, trip, limits })
    }
  }
}

function buildClient(
  limits: PayerLimits,
  onEvent: OnPayerEvent,
  onSigned: NonNullable<PaidFetchOptions['onSigned']>,
): x402Client {
  const client = new x402Client()
  for (const { network, client: scheme } of limits.wallets.flatMap(({ schemes }) => schemes)) {
    client.register(network as Network, scheme)
  }
  client.setSpendControls({ maxAmountPerPayment: limits.maxDollars })
  client.registerPolicy((_version, accepts) => {
    const choice = chooseOption(accepts, limits)
    return choice.kind === 'chosen' ? [choice.requirements] : []
  })
  let signed: string | null = null
  client.onAfterPaymentCreation(async ({ selectedRequirements, paymentPayload }) => {
    await onSigned(paymentPayload)
    const choice = chooseOption([selectedRequirements], limits)
    if (choice.kind === 'chosen') {
      const { wallet, price } = choice
      const payer = wallet.address
      const depositAtomic = depositOf(paymentPayload.payload)
      // Signed once more for the same terms: the seller has told the sum.
      const isAgain = signed === termsOf(selectedRequirements) && depositAtomic === null
      signed = termsOf(selectedRequirements)
      if (isAgain) return
      onEvent({ type: 'signed', requirements: selectedRequirements, price, payer, depositAtomic })
    }
  })
  return client
}

/** An answer was lost: the payment may have been taken, and another one would pay twice. */
function refuseSecondPayment(trip: Trip): { abort: true; reason: string } | undefined {
  if (!trip.isAnswerLost) return undefined
  const reason = 'The answer to the payment was lost, and the server asks for another one. It may settle: look first.'
  trip.refusal = new PayerError('ANSWER_LOST', reason)
  return { abort: true, reason }
}

/** The terms that a payer agrees to; the other fields of an option only help to sign it. */
const termsOf = ({ scheme, network, asset, amount, payTo, extra }: PaymentRequirements): string =>
  JSON.stringify([scheme, network, asset, amount, payTo, paysBeforeAnswer({ extra })])

function depositOf({ deposit }: Record<string, unknown>): bigint | null {
  const amount = typeof deposit === 'object' && deposit !== null && 'amount' in deposit ? deposit.amount : null
  return typeof amount === 'string' && /^\d+$/.test(amount) ? BigInt(amount) : null
}

function askBeforeSigning(
  client: x402Client,
  limits: PayerLimits,
  trip: Trip,
  approve: NonNullable<PaidFetchOptions['approve']>,
) {
  let approved: string | null = null
  client.onBeforePaymentCreation(async ({ selectedRequirements }) => {
    if (approved === termsOf(selectedRequirements)) return
    const choice = chooseOption([selectedRequirements], limits)
    const refusal = choice.kind === 'chosen' ? await approve(choice) : choice.message
    if (refusal === null) {
      approved = termsOf(selectedRequirements)
      return
    }
    trip.refusal = new PayerError('NOT_APPROVED', refusal)
    return { abort: true, reason: refusal }
  })
}

/** The SDK explains in prose why it did not pay; repeating the choice gives the code and plain words. */
function explainFailure(
  error: unknown,
  { thrown, trip, limits }: { thrown: unknown; trip: Trip; limits: PayerLimits },
): unknown {
  if (trip.refusal) return trip.refusal
  if (error instanceof PayerError || !trip.paymentRequired) return error
  if (trip.isPaymentSent) {
    const what = `The payment was sent and its answer cannot be followed (${rootMessage(error)}).`
    return new PayerError('ANSWER_LOST', `${what} It may settle: look before paying again.`, { cause: error })
  }
  const { x402Version, accepts } = trip.paymentRequired
  if (x402Version !== X402_VERSION) {
    return new PayerError('UNSUPPORTED_VERSION', `The server speaks x402 version ${x402Version}; this payer speaks 2.`)
  }
  const choice = chooseOption(accepts, limits)
  if (choice.kind === 'none') {
    const rejection = choice.code === 'SIGN_IN_REFUSED' && trip.signInRejection
    const told = rejection ? `${choice.message} The server refused: ${rejection}.` : choice.message
    const message = trip.unread.length > 0 ? `${told} Not read: ${trip.unread.join('; ')}.` : told
    return new PayerError(choice.code, message, { cause: error })
  }
  const { network } = choice.requirements
  const message = `The payment could not be signed: ${rootMessage(error)}`
  return new PayerError('SIGNING_FAILED', message, { cause: thrown ?? error, network })
}

function rootMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message.replace(/^Failed to create payment payload: /, '')
}

/** Signs in with a wallet before paying. A failure is reported, and payment follows. */
function signInExtension(options: {
  wallets: PayerWallet[]
  network: string | null
  onEvent: OnPayerEvent
}): ClientExtension {
  const { wallets, network, onEvent } = options
  const http: HTTPClientExtensionHooks = {
    onPaymentRequired: async (declaration, { requestUrl }) => {
      try {
        const signed = await signChallenge(declaration, { wallets, network, url: requestUrl })
        if (signed.status === 'signed') {
          onEvent({ type: 'sign_in_sent', address: signed.address, chainId: signed.chainId })
          return { headers: { [headerNames.signIn]: signed.header } }
        }
        if (signed.status === 'unreadable') {
          onEvent({ type: 'sign_in_failed', message: 'The sign-in challenge cannot be read.' })
        } else onEvent({ type: 'chain_not_supported', offeredChains: signed.offeredChains })
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        onEvent({ type: 'sign_in_failed', message, cause: error })
      }
    },
  }
  return { key: headerNames.signIn, transportHooks: { http } }
}

/**
 * Wraps the transport so that a seller of version 1 looks like one of version 2: its terms stand in the header, the
 * payment goes out in `X-PAYMENT`, and the settlement comes back in `PAYMENT-RESPONSE`. Other sellers see no difference.
 */
export function speakVersion1(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const payment = request.headers.get(headerNames.paymentSignature)
    const sent = payment === null ? null : paymentHeader(payment)
    if (sent !== null) {
      request.headers.delete(headerNames.paymentSignature)
      request.headers.set(sent.name, sent.value)
    }
    const answer = await send(request)
    const { status, headers } = answer
    const seen = {
      status,
      headerOf: (name: string) => headers.get(name),
      asked: request.url,
      json: () => peekJson(answer),
    }
    const missing = await missingHeader(seen, sent?.name ?? null)
    if (missing === null) return answer
    const completed = new Headers(headers)
    completed.set(missing.name, missing.value)
    return new Response(answer.body, { status, headers: completed })
  }
}
