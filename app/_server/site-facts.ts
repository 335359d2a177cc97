import { getTranslations } from 'next-intl/server'
import { assetOf } from '@/lib/base/chains/assets'
import { isTestNetwork, networkName } from '@/lib/base/x402/networks'
import { findShopName } from '@/lib/shop/sellers/shop'
import { running } from '@/lib/site/compose/running'

export type SiteFacts = {
  /** Scheme and host under which this instance is known, without a trailing slash. */
  origin: string
  name: string
  mark: string | null
  /** `#rrggbb`, chosen by the operator. */
  accentColor: string | undefined
  walletConnectProjectId: string | undefined
  /** A template of the URL where wallets get a missing amount of real money. */
  onRampUrl: string | undefined
  links: { title: string; href: string }[]
  /** CAIP-2 networks that this instance reads. */
  networks: string[]
  /** Names of the test networks that pages spend on; null where any of the money is real. */
  testNetworks: string[] | null
  isDemo: boolean
}

export function siteFacts(): SiteFacts {
  const { env, mark } = running('site')
  const { name, accentColor, links, walletConnectProjectId, onRampUrl } = env.site
  const networks = Object.keys(env.rpcUrls)
  const isTest = networks.length > 0 && networks.every(isTestNetwork)
  return {
    origin: env.publicOrigin,
    name,
    mark: mark && `/mark?v=${mark.digest}`,
    accentColor,
    walletConnectProjectId,
    onRampUrl,
    links,
    networks,
    testNetworks: isTest ? networks.map(networkName) : null,
    isDemo: env.isDemo,
  }
}

/** Whether wallets get test money here, from the faucet of the local networks. */
export const hasFaucet = (): boolean => running('site').env.isDemo

/** An asset that wallets can pay with on this instance's networks. */
export type PayableAsset = { network: string; asset: string; symbol: string; decimals: number }

/** The assets of this instance's networks, for terms of other hosts. */
export function payableAssets(): PayableAsset[] {
  const { env } = running('site')
  return Object.keys(env.rpcUrls).flatMap((network) => {
    const known = assetOf(network)
    return known ? [{ network, asset: known.address, symbol: known.symbol, decimals: known.decimals }] : []
  })
}

export const payeeName = async (): Promise<string> => (await getTranslations('terms'))('thisSite')

/** The payee of a resource of this site, in words: sellers' goods under `/x/<handle>` are their own. */
export async function payeeOf(resourceUri: string): Promise<string> {
  const handle = /^\/x\/([^/]+)/.exec(new URL(resourceUri).pathname)?.[1]
  if (handle === undefined) return payeeName()
  const { database } = running('site')
  return (await findShopName(database, handle)) ?? handle
}
