import type { Address } from '@solana/kit'
import { ExactAvmScheme } from '@x402/avm/exact/facilitator'
import type { SchemeNetworkFacilitator } from '@x402/core/types'
import { type FacilitatorSvmSigner, toFacilitatorSvmSigner } from '@x402/svm'
import { ExactSvmScheme } from '@x402/svm/exact/facilitator'
import { type Family, familyOf } from '@/lib/base/x402/networks'
import {
  type PaymentPayload,
  type PaymentRequirements,
  type Supported,
  type VerifyResponse,
  X402_VERSION,
} from '@/lib/base/x402/wire'
import { assetOf } from '../assets'
import { boundedAvmSigner } from '../avm/algod'
import type { Chains } from '../chains'
import type { SettledScheme } from '../settlement/evm/payment-kind'
import { createEvmScheme, createOutageWatch, type SchemeInput } from './evm-schemes'
import { avmFeePayerFor, type GasWallets } from './gas-wallets'

/** The schemes on offer, and the SDK's verdict on transfers over our clients. `buildSettlementCall` and its like settle. */
export type FacilitatorSchemes = ReturnType<typeof createFacilitatorSchemes>

/** A network is served when it is configured and has a wallet of its family. */
export function createFacilitatorSchemes(chains: Chains, wallets: GasWallets, further: readonly SettledScheme[] = []) {
  return {
    /** Stable: always names the first wallet of a family. */
    kinds: listKinds(chains, { wallets, further }),
    /** The SDK's verdict on a payment that was read. Throws `RpcUnreachableError` where an outage, and not the payment, made it negative. */
    verify: async (payload: PaymentPayload, requirements: PaymentRequirements): Promise<VerifyResponse> => {
      const outage = createOutageWatch()
      const scheme = selectScheme({ chains, wallets, payload, requirements, outage })
      const verdict = await scheme.verify(payload, requirements)
      if (!verdict.isValid) outage.throwIfSeen()
      return verdict
    },
  }
}

type Settling = { wallets: GasWallets; further: readonly SettledScheme[] }

function listKinds(chains: Chains, settling: Settling): Supported['kinds'] {
  return chains.networks.flatMap((network) => {
    const family = familyOf(network)
    const wallet = family && settling.wallets[family][0]
    return wallet
      ? families[family].kindsOf(wallet.address, { x402Version: X402_VERSION, scheme: 'exact', network }, settling)
      : []
  })
}

type Kind = Supported['kinds'][number]

/** The kinds that a wallet settles, and the SDK's scheme for one payment; null without a wallet. */
type FamilyOfSchemes = {
  kindsOf: (wallet: string, kind: Kind, settling: Settling) => Kind[]
  create: (input: SchemeInput) => Verifier | null
}

const byFeePayer: FamilyOfSchemes['kindsOf'] = (feePayer, kind) => [{ ...kind, extra: { feePayer } }]
const families: Record<Family, FamilyOfSchemes> = {
  evm: {
    kindsOf: (facilitatorAddress, kind, { wallets, further }) => [
      { ...kind, ...assetFactsOf(kind.network) },
      { ...kind, scheme: 'upto', extra: { facilitatorAddress } },
      ...further.map(({ name, kindExtra }) => ({ ...kind, scheme: name, extra: kindExtra(wallets) })),
    ],
    create: createEvmScheme,
  },
  svm: { kindsOf: byFeePayer, create: createSvmScheme },
  avm: { kindsOf: byFeePayer, create: createAvmScheme },
}

/** The domain that a payer signs for, which some servers take from here. */
function assetFactsOf(network: string): { extra?: Record<string, unknown> } {
  const asset = assetOf(network)
  return asset ? { extra: { name: asset.eip712Name, version: asset.version, decimals: asset.decimals } } : {}
}

type Verifier = Pick<SchemeNetworkFacilitator, 'verify'>

function selectScheme(input: SchemeInput): Verifier {
  const { network } = input.requirements
  const family = familyOf(network)
  const scheme = family && families[family].create(input)
  if (scheme) return scheme
  throw new Error(`Expected a gas wallet for ${network}, which was listed as supported.`)
}

function createAvmScheme({ chains, wallets, requirements, outage }: SchemeInput): SchemeNetworkFacilitator | null {
  const feePayer = avmFeePayerFor(wallets.avm, requirements)
  if (!feePayer) return null
  const signer = boundedAvmSigner(feePayer.signer, chains.algod(requirements.network))
  return new ExactAvmScheme({
    ...signer,
    simulateTransactions: (...args) => outage.watch(signer.simulateTransactions(...args)),
  })
}

/** The SDK's Solana scheme for one verification, over our RPC client and all of our fee payers. */
function createSvmScheme({ chains, wallets, requirements, outage }: SchemeInput): SchemeNetworkFacilitator | null {
  const { network } = requirements
  const [first] = wallets.svm
  if (!first) return null
  const signer = toFacilitatorSvmSigner(idle(first.address), { [network]: chains.svmRpc(network) as SdkRpc })
  return new ExactSvmScheme({
    ...signer,
    getAddresses: () => wallets.svm.map((wallet) => wallet.address),
    simulateTransaction: (...args) => outage.watch(signer.simulateTransaction(...args)),
  } satisfies FacilitatorSvmSigner)
}

/** Verifying signs nothing. */
const idle = (address: Address) => ({
  address,
  signMessages: () => Promise.reject(new Error('Expected nothing to sign.')),
  signTransactions: () => Promise.reject(new Error('Expected nothing to sign.')),
})

/** The SDK wants a client branded with its cluster; ours uses the configured one. */
type SdkRpc = Extract<Parameters<typeof toFacilitatorSvmSigner>[1], { getSlot: unknown }>
