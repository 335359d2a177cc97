import type { SchemeNetworkFacilitator } from '@x402/core/types'
import type { FacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { UptoEvmScheme } from '@x402/evm/upto/facilitator'
import type { Abi, Address, Hex } from 'viem'
import { isSameAddress } from '@/lib/base/x402/addresses'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import type { Chains } from '../chains'
import { RpcUnreachableError } from '../errors'
import { readEvm } from '../evm/evm-client'
import { unwrapSignature } from '../evm/find-due-deployment'
import { settlementKindOf } from '../evm/settlement-call'
import { gasPolicyOf } from '../gas-policy'
import type { GasWallets } from './gas-wallets'

/** One verification, and what the SDK's scheme for it is made of. */
export type SchemeInput = {
  chains: Chains
  wallets: GasWallets
  payload: PaymentPayload
  requirements: PaymentRequirements
  outage: OutageWatch
}

/**
 * The SDK's EVM scheme for one verification. It is made per payment, because an `upto` call must be simulated in
 * the name of the very wallet that the payer chose.
 */
export function createEvmScheme(input: SchemeInput): Pick<SchemeNetworkFacilitator, 'verify'> | null {
  const { chains, wallets, payload, requirements } = input
  const addresses = wallets.evm.map((wallet) => wallet.address)
  const account = findNamedWallet(payload, addresses)
  if (!account) return null
  const signer = createEvmFacilitatorSigner(input, addresses, account)
  const scheme =
    requirements.scheme === 'upto'
      ? new UptoEvmScheme(signer)
      : new ExactEvmScheme(signer, { eip6492AllowedFactories: [...(chains.walletFactories ?? [])] })
  return {
    verify: async (payload, requirements) => scheme.verify(await unwrapDeployed(payload, signer), requirements),
  }
}

/** The SDK simulates a wrapped signature's deployment although the payer has code: its factory is not to be called. */
async function unwrapDeployed(payload: PaymentPayload, signer: FacilitatorEvmSigner): Promise<PaymentPayload> {
  const { signature, authorization } = payload.payload as { signature: Hex; authorization?: { from: Address } } // Read before.
  const unwrapped = unwrapSignature(signature)
  if (!unwrapped.deployment || !authorization) return payload
  const code = await signer.getCode({ address: authorization.from })
  if (!code || code === '0x') return payload
  return { ...payload, payload: { ...payload.payload, signature: unwrapped.signature } }
}

/** The wallet that the payer's witness names, when it is ours; else the first, whose simulation will then fail. */
function findNamedWallet(payload: PaymentPayload, addresses: readonly Address[]): Address | undefined {
  const permit = payload.payload.permit2Authorization
  const named = (permit as { witness?: { facilitator?: unknown } } | undefined)?.witness?.facilitator
  const ours = addresses.find((address) => typeof named === 'string' && isSameAddress('evm', address, named))
  return ours ?? addresses[0]
}

/**
 * Our gas wallets as the SDK sees them, for verifying only; settlement sends its own transactions.
 * @param addresses every wallet that may settle; `upto` authorizations must name one of them
 * @param account sender of simulated contract calls: the `upto` proxy checks its sender
 */
function createEvmFacilitatorSigner(
  { chains, payload, requirements: { network }, outage }: SchemeInput,
  addresses: readonly Address[],
  account: Address,
): FacilitatorEvmSigner {
  const client = chains.evmClient(network)
  // A payer's code that burns more fails as it would on the chain.
  const gas = gasPolicyOf(chains.configOf(network).gas)[settlementKindOf(payload)]
  return {
    getAddresses: () => addresses,
    getCode: (args) => outage.watch(readEvm(network, () => client.getCode(args))),
    readContract: (args) => {
      const request = { ...args, abi: args.abi as Abi, account, gas } // viem passes `gas` on to the node.
      return outage.watch(readEvm(network, () => client.readContract(request)))
    },
    verifyTypedData: refuse,
    writeContract: refuse,
    sendTransaction: refuse,
    waitForTransactionReceipt: refuse,
  }
}

const refuse = () => Promise.reject(new Error('This signer verifies only: it neither sends nor waits.'))

/**
 * Remembers that an RPC was silent while the SDK decided. Its schemes catch every failure and call the payment
 * invalid; a verdict that came about that way must not be passed on.
 */
type OutageWatch = ReturnType<typeof createOutageWatch>

export function createOutageWatch() {
  let seen: RpcUnreachableError | null = null
  return {
    watch: async <T>(read: Promise<T>): Promise<T> => {
      try {
        return await read
      } catch (error) {
        if (error instanceof RpcUnreachableError) seen = error
        throw error
      }
    },
    throwIfSeen: () => {
      if (seen) throw seen
    },
  }
}
