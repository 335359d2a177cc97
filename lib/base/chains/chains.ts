import { type Family, familyOf } from '@/lib/base/x402/networks'
import { reasons } from '@/lib/base/x402/reasons'
import type { Authorization, AuthorizationTruth } from './authorization'
import { findAvmAuthorization } from './avm/avm-authorization'
import type { ChainsConfig } from './config'
import { PayloadError, RpcUnreachableError } from './errors'
import type { EvmScheme } from './evm/evm-scheme'
import { findEvmAuthorization } from './evm/find-evm-authorization'
import { gasPolicyOf } from './gas-policy'
import { createAccess, type NetworkAccess } from './network-access'
import { askForTruth } from './quorum'
import type { SignatureChain, SignatureVerdict, SignedPayment } from './signed-payment'
import { findSvmAuthorization } from './svm/find-svm-authorization'
import { readLastHeight } from './svm/svm-rpc'
import { type SignedMessage, verifyMessageSignature } from './verify-message-signature'

/** The networks that this application talks to. Built once; everything is bounded in time. */
export type Chains = ReturnType<typeof createChains>

/** Fails when a network has no RPC URL or no family; nothing is connected yet. */
export function createChains(config: ChainsConfig, further: readonly EvmScheme[] = []) {
  const networks = Object.keys(config.networks)
  const access = createAccess(config, further)
  for (const network of networks) access.configOf(network)
  return {
    ...access,
    /** CAIP-2 identifiers, in the order of the configuration. */
    networks,
    walletFactories: config.walletFactories,
    checkSignature: (network: string, payment: Pick<SignedPayment, 'checkSignature'>) => {
      const gas = gasPolicyOf(config.networks[network]?.gas).deploymentGas
      const client = () => access.evmClient(requireServed(network, networks))
      return checkSignature({ client, factories: config.walletFactories, gas }, payment)
    },
    /** Never throws for a silent chain: that is `unreadable`, and so is an EVM node that has not seen block `since`. */
    findAuthorization: (authorization: Authorization, since: bigint | null = null) =>
      findAuthorization(access, authorization, since),
    /** Last height at which it can land; null where its own end tells. Throws `RpcUnreachableError` if no node answers. */
    lastHeightOf: async (authorization: Authorization) =>
      familyOf(authorization.network) === 'svm'
        ? readLastHeight(access.svmRpc(authorization.network), authorization)
        : null,
    verifyMessageSignature: (proof: SignedMessage) =>
      verifyMessageSignature(proof, networks.includes(proof.chainId) ? access.evmClient : undefined),
  }
}

/**
 * Checks that the payer of a payment signed it, under its terms. A signature that cannot be checked is an invalid
 * verdict too, with its reason. Throws `RpcUnreachableError` when a contract wallet must be asked and no RPC answers.
 */
export async function checkSignature(
  chain: SignatureChain,
  payment: Pick<SignedPayment, 'checkSignature'>,
): Promise<SignatureVerdict> {
  try {
    return await payment.checkSignature(chain)
  } catch (error) {
    if (!(error instanceof PayloadError)) throw error
    return { isValid: false, invalidReason: error.reason, isLocal: true }
  }
}

/** A payment may come again after its network was removed: that we cannot ask for its wallet is not our fault. */
function requireServed(network: string, networks: readonly string[]): string {
  if (networks.includes(network)) return network
  throw new PayloadError(reasons.invalidNetwork, 'Expected a configured network.')
}

/**
 * The outcome of an authorization on its chain, whoever landed it.
 * `unreadable` when the chain does not answer, or an EVM node has not seen the block `since`: nothing is ever guessed.
 * On the other chains an authorization is itself the transaction that lands it.
 */
async function findAuthorization(
  access: NetworkAccess,
  authorization: Authorization,
  since: bigint | null,
): Promise<AuthorizationTruth> {
  try {
    return await askChain(access, authorization, since)
  } catch (error) {
    if (error instanceof RpcUnreachableError) return { state: 'unreadable', reason: error.message }
    const name = error instanceof Error ? error.name : 'unknown error'
    return { state: 'unreadable', reason: `The chain's answer could not be understood (${name}).` }
  }
}

async function askChain(
  access: NetworkAccess,
  authorization: Authorization,
  since: bigint | null,
): Promise<AuthorizationTruth> {
  const { network } = authorization
  const config = access.configOf(network)
  const family = familyOf(network)
  if (!family) return { state: 'unreadable', reason: `No chain of ${network} is known.` }
  const families: Record<Family, () => Promise<AuthorizationTruth>> = {
    evm: () =>
      askForTruth(network, access.evmNodes(network), (node) =>
        findEvmAuthorization({ client: node, config, further: access.further }, authorization, since),
      ),
    svm: () =>
      askForTruth(network, access.svmNodes(network), (node) =>
        findSvmAuthorization(node, authorization, config.confirmations, since),
      ),
    avm: () =>
      askForTruth(network, access.algodNodes(network), (node) =>
        findAvmAuthorization(node, access.indexer(network), authorization),
      ),
  }
  return families[family]()
}
