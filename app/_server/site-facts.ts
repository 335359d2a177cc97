import { getTranslations } from 'next-intl/server'
import { assetOf } from '@/lib/base/chains/assets'
import { keepBriefly } from '@/lib/base/infra/coalesce'
import { isTestNetwork, networkName } from '@/lib/base/x402/networks'
import { findTodaysFigures } from '@/lib/payments/sum-earnings'
import { findShopName, listHandles } from '@/lib/shop/sellers/shop'
import { listArticles, listPages } from '@/lib/shop/sellers/storefront/list-goods'
import { running } from '@/lib/site/compose/running'

export function siteFacts() {
  const { env, mark } = running('site')
  const { name, accentColor, links, walletConnectProjectId, onRampUrl } = env.site
  const networks = Object.keys(env.rpcUrls)
  const isTest = networks.length > 0 && networks.every(isTestNetwork)
  return {
    /** Scheme and host under which this instance is known, without a trailing slash. */
    origin: env.publicOrigin,
    name,
    mark: mark && `/mark?v=${mark.digest}`,
    /** `#rrggbb`, chosen by the operator. */
    accentColor,
    walletConnectProjectId,
    /** A template of the URL where wallets get a missing amount of real money. */
    onRampUrl,
    links,
    /** CAIP-2 networks that this instance reads. */
    networks,
    /** Names of the test networks that pages spend on; null where any of the money is real. */
    testNetworks: isTest ? networks.map(networkName) : null,
    isDemo: env.isDemo,
  }
}

/** Whether wallets get test money here, from the faucet of the local networks. */
export const hasFaucet = (): boolean => running('site').env.isDemo

export type PayableAsset = ReturnType<typeof payableAssets>[number]

/** The assets that wallets can pay with on this instance's networks, for terms of other hosts. */
export function payableAssets() {
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

export type HomeFigures = NonNullable<Awaited<ReturnType<typeof homeFigures>>>

/** The home page's figures, or null while they cannot be read: the page stands without them. */
export const homeFigures = () => figures().catch(() => null)

/** Every visitor asks for them; they are read at most once in five seconds. */
const figures = keepBriefly(async () => {
  const { database, catalog } = running('site')
  const [today, { pagination }] = await Promise.all([
    findTodaysFigures(database, new Date()),
    catalog.list({ health: 'live', limit: '1' }),
  ])
  return { ...today, answering: pagination.total }
}, 5_000)

const MAXIMUM_SHOPS = 5_000
const MAXIMUM_PAGES = 50_000
const MAXIMUM_ARTICLES = 200

/** Lists for search engines and agents are requested often. */
const LIST_MS = 30_000

/** Handles of shops. */
export const openShops = keepBriefly(() => listHandles(running('site').database, MAXIMUM_SHOPS), LIST_MS)

/** The site's own articles on sale, which only the demo has. */
export function ownArticles() {
  const { goods } = running('site')
  return goods?.articles.all.map((article) => goods.articles.onSale(article, siteFacts())) ?? []
}

/** Pages of goods, the site's own and those of shops. */
export const goodsPages = keepBriefly(async () => {
  const ofShops = await listPages(running('site').sellers, MAXIMUM_PAGES)
  return [...ownArticles().map(({ pageUri }) => pageUri), ...ofShops]
}, LIST_MS)

/** The site's own articles, and the newest ones of shops. */
export const newestArticles = keepBriefly(
  async () => [...ownArticles(), ...(await listArticles(running('site').sellers, MAXIMUM_ARTICLES))],
  LIST_MS,
)
