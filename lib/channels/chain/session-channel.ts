import { decodePaymentSignatureHeader, encodePaymentRequiredHeader } from '@x402/core/http'
import type { PaymentRequired, SchemeClientHooks, SchemeNetworkClient, SettleResponse } from '@x402/core/types'
import { toClientEvmSigner } from '@x402/evm'
import { BatchSettlementEvmScheme, type ClientChannelStorage } from '@x402/evm/batch-settlement/client'
import { type Address, createPublicClient, type Hex, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { ClientEvmAccount } from '@/lib/client/evm-wallet'
import { parsePaymentRequired, parseSettleResponse } from '@/lib/client/parse-exchange'

export type SessionChannelOptions = {
  /** The wallet that made the deposit, or is about to, and owns the money. */
  payer: string
  /** Signs vouchers instead of the wallet; the channel names it as the payer's authorizer. */
  sessionKey: string
  /** For checking the seller's statements about the channel. */
  rpcUrl: string
  storage: ClientChannelStorage
  /** Deposit with the next call, signed by the wallet; null to pay from the channel's money. */
  deposit: {
    account: Pick<ClientEvmAccount, 'address' | 'signTypedData'>
    amountAtomic: bigint
    callAtomic: bigint
  } | null
  /** True if another voucher may follow without asking after the seller refused one as out of step. */
  mayRetry: () => boolean
}

export function createSessionKey(): { sessionKey: Hex; authorizer: Address } {
  const sessionKey = generatePrivateKey()
  return { sessionKey, authorizer: privateKeyToAccount(sessionKey).address }
}

/** The SDK's client of one channel, whose vouchers are signed by a session key: the wallet is asked only for deposits. */
export function openSessionChannel(options: SessionChannelOptions) {
  const { storage, deposit, mayRetry } = options
  const keeper = schemeOf(options, storage)
  // The SDK makes a deposit only once a channel is used up: the storage says so, and it makes the deposit that was
  // asked for.
  const payer = deposit ? schemeOf(options, asUsedUp(storage)) : keeper
  const onPaymentResponse: NonNullable<SchemeClientHooks['onPaymentResponse']> = async (context) => {
    const recovered = await keeper.schemeHooks.onPaymentResponse?.(context)
    return mayRetry() ? recovered : undefined
  }
  return {
    scheme: payer.scheme,
    findDefaultAsset: payer.findDefaultAsset,
    createPaymentPayload: (...args: Parameters<SchemeNetworkClient['createPaymentPayload']>) =>
      payer.createPaymentPayload(...args),
    schemeHooks: { onPaymentResponse },
    /** Notes what the answer to a payment that was signed earlier tells about the channel. */
    note: async (header: string, answer: Response) => {
      const paymentPayload = decodePaymentSignatureHeader(header)
      const settled = parseSettleResponse(answer.headers)
      const refused = answer.status === 402 ? parsePaymentRequired(answer.headers) : null
      await onPaymentResponse({
        paymentPayload,
        requirements: paymentPayload.accepted,
        ...(settled && { settleResponse: settled as SettleResponse }), // Ours is a part of the SDK's.
        ...(refused && { paymentRequired: refused as PaymentRequired }), // As above.
      })
    },
    /** Asks the seller of a resource for the channel's rest on that network; needs no wallet. */
    refund: (url: string, network: string, send: typeof fetch): Promise<SettleResponse> =>
      keeper.refund(url, { fetch: showingOnly(network, send) }),
  }
}

/** The SDK takes the first terms of its scheme, so it is shown only those of one network. */
function showingOnly(network: string, send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const answer = await send(input, init)
    const terms = answer.status === 402 ? parsePaymentRequired(answer.headers) : null
    if (!terms) return answer
    const headers = new Headers(answer.headers)
    const accepts = terms.accepts.filter((option) => option.network === network)
    headers.set('payment-required', encodePaymentRequiredHeader({ ...terms, accepts } as PaymentRequired)) // As above.
    return new Response(null, { status: 402, headers })
  }
}

function schemeOf({ payer, sessionKey, rpcUrl, deposit }: SessionChannelOptions, storage: ClientChannelStorage) {
  const chain = createPublicClient({ transport: http(rpcUrl) })
  const account = deposit?.account ?? {
    address: payer as Address, // Kept as the wallet gave it.
    signTypedData: () => Promise.reject(new Error('Expected a wallet for a deposit.')),
  }
  return new BatchSettlementEvmScheme(
    toClientEvmSigner(account, { readContract: (args) => chain.readContract(args as never) }),
    {
      storage,
      voucherSigner: toClientEvmSigner(privateKeyToAccount(sessionKey as Hex)), // Made by `createSessionKey`.
      depositPolicy: { depositMultiplier: deposit ? callsIn(deposit) : LEAST_MULTIPLIER },
      depositStrategy: () => {
        if (!deposit) throw new Error('Expected enough in the channel for one more call.')
        return deposit.amountAtomic
      },
    },
  )
}

/** The SDK's smallest deposit, in calls. */
const LEAST_MULTIPLIER = 3

const callsIn = ({ amountAtomic, callAtomic }: { amountAtomic: bigint; callAtomic: bigint }): number =>
  Math.max(LEAST_MULTIPLIER, Number((amountAtomic + callAtomic - 1n) / callAtomic))

const asUsedUp = (storage: ClientChannelStorage): ClientChannelStorage => ({
  ...storage,
  get: async (id) => {
    const notes = await storage.get(id)
    return notes && { ...notes, balance: notes.chargedCumulativeAmount ?? '0' }
  },
})
