import { x402Client, x402HTTPClient } from '@x402/core/client'
import type { PaymentPayload, PaymentRequired, PaymentRequirements, SettleResponse } from '@x402/core/types'
import { toClientEvmSigner } from '@x402/evm'
import { BatchSettlementEvmScheme, computeChannelId, signVoucher } from '@x402/evm/batch-settlement/client'
import { wrapFetchWithPayment } from '@x402/fetch'
import { type Address, createPublicClient, type Hex, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { baseSepolia } from 'viem/chains'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { readUsdc } from './test-buyer'
import type { TestWorld } from './test-world'

type World = Pick<TestWorld, 'evmRpcUrl' | 'faucet'>

/** The stock client with only the scheme `batch-settlement`, over the stock fetch wrapper. */
export type ChannelBuyer = {
  key: Hex
  address: Address
  /** Pays out of a channel that it opens and fills itself. */
  fetch: typeof fetch
  /** Signs one payment for the terms of `url`, without sending it. */
  sign: (url: string, extra?: object) => Promise<{ headers: Record<string, string>; payload: PaymentPayload }>
  /** Signs for terms that a test has made. */
  signTerms: (terms: PaymentRequirements) => Promise<PaymentPayload>
  /** Restores the channel's state from terms that tell it. False when they prove nothing. */
  recover: (required: PaymentRequired) => Promise<boolean>
  /** Signs a voucher of any sum for the channel of those terms. */
  signVoucher: (url: string, maxAtomic: bigint) => Promise<PaymentPayload>
  /** The same for several sums, with the terms requested once. */
  signVouchers: (url: string, sums: bigint[]) => Promise<PaymentPayload[]>
  /** Asks for the channel's balance. */
  refund: (url: string, amountAtomic?: bigint) => Promise<SettleResponse>
  /** A client of the same wallet that remembers nothing. */
  forgetful: () => ChannelBuyer
  balance: () => Promise<bigint>
}

export async function createChannelBuyer(world: World, amountAtomic: bigint): Promise<ChannelBuyer> {
  const key = generatePrivateKey()
  const { address } = privateKeyToAccount(key)
  await world.faucet({ network: BASE_SEPOLIA, address, amountAtomic })
  return buyerOf(world, key)
}

function buyerOf(world: World, key: Hex): ChannelBuyer {
  const { address } = privateKeyToAccount(key)
  const chain = createPublicClient({ chain: baseSepolia, transport: http(world.evmRpcUrl) })
  const signer = toClientEvmSigner(privateKeyToAccount(key), chain as Parameters<typeof toClientEvmSigner>[1])
  const scheme = new BatchSettlementEvmScheme(signer)
  const client = new x402Client()
  client.setSpendControls(false)
  client.register('eip155:*', scheme)
  const httpClient = new x402HTTPClient(client)
  const termsOf = async (url: string) => {
    const asked = await fetch(url)
    return httpClient.getPaymentRequiredResponse((name) => asked.headers.get(name))
  }
  const signVouchers = async (url: string, sums: bigint[]): Promise<PaymentPayload[]> => {
    const accepted = (await termsOf(url)).accepts.find(({ scheme: name }) => name === 'batch-settlement')
    if (!accepted) throw new Error(`${url} takes no payments by channels.`)
    const channelConfig = scheme.buildChannelConfig(accepted)
    const channelId = computeChannelId(channelConfig, accepted.network)
    return Promise.all(
      sums.map(async (maxAtomic) => {
        const voucher = await signVoucher(signer, channelId, maxAtomic.toString(), accepted.network)
        return { x402Version: 2, accepted, payload: { type: 'voucher', channelConfig, voucher } }
      }),
    )
  }
  return {
    key,
    address,
    fetch: wrapFetchWithPayment(fetch, client),
    async sign(url, extra = {}) {
      const required = await termsOf(url)
      const accepts = required.accepts.map((terms) => ({ ...terms, extra: { ...terms.extra, ...extra } }))
      const signed = await client.createPaymentPayload({ ...required, accepts })
      const accepted = required.accepts.find(({ scheme: name }) => name === signed.accepted.scheme)
      const payload = { ...signed, accepted: accepted ?? signed.accepted }
      return { headers: httpClient.encodePaymentSignatureHeader(payload), payload }
    },
    signTerms: async (terms) => {
      const { payload } = await scheme.createPaymentPayload(2, terms)
      return { x402Version: 2, accepted: terms, payload }
    },
    recover: (required) => scheme.processCorrectivePaymentRequired(required),
    signVouchers,
    async signVoucher(url, maxAtomic) {
      const [voucher] = await signVouchers(url, [maxAtomic])
      if (!voucher) throw new Error('Expected one voucher.')
      return voucher
    },
    refund: (url, amount) => scheme.refund(url, amount === undefined ? undefined : { amount: amount.toString() }),
    forgetful: () => buyerOf(world, key),
    balance: () => readUsdc(world, address),
  }
}
