import { type Family, familyOf } from '@/lib/base/x402/networks'
import type { Authorization, AuthorizationTruth } from './authorization'
import { findAvmAuthorization } from './avm/avm-authorization'
import { RpcUnreachableError } from './errors'
import { findEvmAuthorization } from './evm/find-evm-authorization'
import type { NetworkAccess } from './network-access'
import { askForTruth } from './quorum'
import { findSvmAuthorization } from './svm/find-svm-authorization'

/**
 * The outcome of an authorization on its chain, whoever landed it.
 * `unreadable` when the chain does not answer, or an EVM node has not seen the block `since`: nothing is ever guessed.
 * On the other chains an authorization is itself the transaction that lands it.
 */
export async function findAuthorization(
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
        findEvmAuthorization(node, config, authorization, since),
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
