import { x402Client, x402HTTPClient } from '@x402/core/client'
import type { PaymentPayload, PaymentRequired, SettleResponse } from '@x402/core/types'
import { PERMIT2_ADDRESS, toClientEvmSigner } from '@x402/evm'
import { BatchSettlementEvmScheme, computeChannelId, signVoucher } from '@x402/evm/batch-settlement/client'
import { wrapFetchWithPayment } from '@x402/fetch'
import { type Address, encodeFunctionData, erc20Abi, type Hex, maxUint256 } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { canonicalAddresses } from '@/development/devnet/evm/canonical-addresses'
import { readerAt, usdc } from '@/development/devnet/testing/evm-parties'
import { settlementCall } from '@/development/devnet/testing/payment-channels'
import { assetOf } from '@/lib/base/chains/assets'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { asksAsPage } from '@/lib/base/x402/protocol-headers'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import type { Facilitator } from '@/lib/facilitator/create-facilitator'
import { sendCall, settleByStranger } from './hostile-payers'
import { readUsdc } from './test-buyer'
import type { TestWorld } from './test-world'

type ChannelWorld = Pick<TestWorld, 'evmRpcUrl' | 'faucet'>

/** The stock client with only the scheme `batch-settlement`, over the stock fetch wrapper. */
export type ChannelBuyer = {
  key: Hex
  address: Address
  /** Pays out of a channel that it opens and fills itself. */
  fetch: typeof fetch
  /** Signs one payment for the terms of `url`, without sending it. */
  sign: (url: string, extra?: object) => Promise<{ headers: Record<string, string>; payload: PaymentPayload }>
  signTerms: (terms: PaymentRequirements) => Promise<PaymentPayload>
  /** Restores the channel's state from terms that tell it. False when they prove nothing. */
  recover: (required: PaymentRequired) => Promise<boolean>
  /** Signs a voucher of any sum for the channel of those terms. */
  signVoucher: (url: string, maxAtomic: bigint) => Promise<PaymentPayload>
  refund: (url: string, amountAtomic?: bigint) => Promise<SettleResponse>
  forgetful: () => ChannelBuyer
  balance: () => Promise<bigint>
}

export async function createChannelBuyer(world: ChannelWorld, amountAtomic: bigint): Promise<ChannelBuyer> {
  const key = generatePrivateKey()
  const { address } = privateKeyToAccount(key)
  await world.faucet({ network: BASE_SEPOLIA, address, amountAtomic })
  return buyerOf(world, key)
}

function buyerOf(world: ChannelWorld, key: Hex): ChannelBuyer {
  const { address } = privateKeyToAccount(key)
  const signer = toClientEvmSigner(privateKeyToAccount(key), readerAt(world.evmRpcUrl))
  const scheme = new BatchSettlementEvmScheme(signer)
  const client = new x402Client()
  client.setSpendControls(false)
  client.register('eip155:*', scheme)
  const httpClient = new x402HTTPClient(client)
  // Like a page of the site: a program is not told of budgets.
  const ask: typeof fetch = (input, init) => {
    const request = new Request(input, init)
    for (const [name, value] of Object.entries(asksAsPage)) request.headers.set(name, value)
    return fetch(request)
  }
  const termsOf = async (url: string) => {
    const asked = await ask(url)
    return httpClient.getPaymentRequiredResponse((name) => asked.headers.get(name))
  }
  return {
    key,
    address,
    fetch: wrapFetchWithPayment(ask, client),
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
    async signVoucher(url, maxAtomic) {
      const accepted = (await termsOf(url)).accepts.find(({ scheme: name }) => name === 'batch-settlement')
      if (!accepted) throw new Error(`${url} takes no payments by channels.`)
      const channelConfig = scheme.buildChannelConfig(accepted)
      const channelId = computeChannelId(channelConfig, accepted.network)
      const voucher = await signVoucher(signer, channelId, maxAtomic.toString(), accepted.network)
      return { x402Version: 2, accepted, payload: { type: 'voucher', channelConfig, voucher } }
    },
    refund: (url, amount) => scheme.refund(url, amount === undefined ? undefined : { amount: amount.toString() }),
    forgetful: () => buyerOf(world, key),
    balance: () => readUsdc(world, address),
  }
}

/** A server's terms for a request that is paid by a payment channel, with that facilitator as receiver authorizer. */
export function channelTerms(
  facilitator: Pick<Facilitator, 'supported'>,
  terms: { payTo: string; amountAtomic?: bigint; extra?: Record<string, unknown> },
): PaymentRequirements {
  const kind = facilitator
    .supported()
    .kinds.find(({ scheme, network }) => scheme === 'batch-settlement' && network === BASE_SEPOLIA)
  const asset = assetOf(BASE_SEPOLIA)
  if (!kind?.extra || !asset) throw new Error('Expected a facilitator of payment channels.')
  return {
    scheme: 'batch-settlement',
    network: BASE_SEPOLIA,
    amount: (terms.amountAtomic ?? 100n).toString(),
    asset: asset.address,
    payTo: terms.payTo,
    maxTimeoutSeconds: 60,
    extra: { ...kind.extra, name: asset.eip712Name, version: asset.version, withdrawDelay: 900, ...terms.extra },
  }
}

/** Sends test USDC from a wallet by an ordinary transaction, and waits until it has landed. */
export const sendUsdc = (world: TestWorld, key: Hex, to: Address, amountAtomic: bigint): Promise<void> =>
  sendCall(world.evmRpcUrl, key, usdc, callOf('transfer', [to, amountAtomic]))

/** Approves Permit2, as a buyer must before it can pay `upto` at a server that does not sponsor the approval. */
export const approvePermit2 = (world: TestWorld, key: Hex): Promise<void> =>
  sendCall(world.evmRpcUrl, key, usdc, callOf('approve', [PERMIT2_ADDRESS, maxUint256]))

const callOf = (functionName: 'transfer' | 'approve', args: [Address, bigint]): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName, args })

/** Lands a signed payment on chain from another wallet, as an observer can. */
export const landPayment = (world: TestWorld, paymentPayload: PaymentPayload): Promise<Hex> =>
  settleByStranger({ paymentPayload }, world.evmRpcUrl)

/** Announces that the payer withdraws that amount from a channel without its receiver, as the contract allows. */
export const initiateWithdraw = (
  world: TestWorld,
  key: Hex,
  config: Record<string, unknown>,
  amountAtomic: bigint,
): Promise<void> =>
  sendCall(
    world.evmRpcUrl,
    key,
    canonicalAddresses.batchSettlement,
    settlementCall('initiateWithdraw', [config, amountAtomic]),
  )
