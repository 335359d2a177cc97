import type { PublicClient } from 'viem'
import type { ChainPosition } from './chain-position'

export type EvmSearch = {
  client: PublicClient
  network: string
  position: ChainPosition
  logSearchBlocks: number
}
