import type { PublicClient } from 'viem'
import type { Authorization, AuthorizationTruth } from '../authorization'
import { DEFAULT_LOG_SEARCH_BLOCKS, type NetworkConfig } from '../config'
import { findEip3009 } from './find-eip3009'
import { findPermit2 } from './find-permit2'

export type EvmSearch = {
  client: PublicClient
  network: string
  confirmations: number
  logSearchBlocks: number
}

/** `findAuthorization` for EVM networks. Throws `RpcUnreachableError`. */
export function findEvmAuthorization(
  client: PublicClient,
  config: NetworkConfig,
  authorization: Authorization,
): Promise<AuthorizationTruth> {
  const { network, nonce } = authorization
  const { confirmations, logSearchBlocks = DEFAULT_LOG_SEARCH_BLOCKS } = config
  const search = { client, network, confirmations, logSearchBlocks }
  return nonce.startsWith('0x') ? findEip3009(search, authorization) : findPermit2(search, authorization)
}
