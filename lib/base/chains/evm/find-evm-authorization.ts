import type { PublicClient } from 'viem'
import { type Authorization, type AuthorizationTruth, isEip3009Nonce } from '../authorization'
import { DEFAULT_LOG_SEARCH_BLOCKS, type NetworkConfig } from '../config'
import { lateNode, readChainPosition } from './chain-position'
import { findEip3009 } from './find-eip3009'
import { findPermit2 } from './find-permit2'

/** `findAuthorization` for EVM networks. Throws `RpcUnreachableError`. */
export async function findEvmAuthorization(
  client: PublicClient,
  config: NetworkConfig,
  authorization: Authorization,
  since: bigint | null,
): Promise<AuthorizationTruth> {
  const { network, nonce } = authorization
  const { confirmations, logSearchBlocks = DEFAULT_LOG_SEARCH_BLOCKS } = config
  const position = await readChainPosition(client, network, confirmations)
  if (since !== null && position.headNumber < since) return lateNode
  const search = { client, network, position, logSearchBlocks }
  return isEip3009Nonce(nonce) ? findEip3009(search, authorization) : findPermit2(search, authorization)
}
