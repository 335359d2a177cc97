import { payeeOf } from '@/app/_server/site-facts'
import { assetOf } from '@/lib/base/chains/assets'
import type { ProvenWallet } from '@/lib/base/x402/addresses'
import { CHANNEL_CONTRACT } from '@/lib/channels/chain/channel-contract'
import { listPayerChannels, type PayerChannel } from '@/lib/channels/ledger/list-channels'
import { running } from '@/lib/site/compose/running'

/** A channel, its payee and what it pays for at this site, and the contract that holds it. */
export type LibraryChannel = PayerChannel & { payee: string | null; path: string | null; contract: string }

export async function readChannels(wallets: readonly ProvenWallet[]): Promise<LibraryChannel[]> {
  const { database } = running('site')
  const channels = await listPayerChannels(database, wallets)
  return Promise.all(
    channels.map(async (channel) => ({
      ...channel,
      payee: channel.resourceUri && (await payeeOf(channel.resourceUri)),
      path: channel.resourceUri && pathOf(channel.resourceUri),
      contract: CHANNEL_CONTRACT,
    })),
  )
}

/** The coins of these networks, for what a browser keeps itself. */
export const coinsOf = (networks: readonly string[]) =>
  Object.fromEntries(
    networks.flatMap((network) => {
      const coin = assetOf(network)
      return coin ? [[network, { symbol: coin.symbol, decimals: coin.decimals, asset: coin.address }]] : []
    }),
  )

function pathOf(resourceUri: string): string {
  const { pathname, search } = new URL(resourceUri)
  return `${pathname}${search}`
}
