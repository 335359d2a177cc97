import { findKeptAmong } from '@/lib/payments/list-purchases'
import { findHeldPasses, hasBoughtPass } from '@/lib/payments/passes'
import type { Owner } from '@/lib/payments/payment-sql'
import { isPaged } from '@/lib/shop/sellers/routes/kinds'
import { listCovering } from '@/lib/shop/sellers/routes/name-bought'
import { running } from '@/lib/site/compose/running'
import { currentOwner, currentSession } from './current-session'
import { readGoods } from './shown-goods'

export async function knownWallets(): Promise<string[]> {
  return (await currentSession())?.wallets.map(({ address }) => address) ?? []
}

/** Which of these addresses the reader owns: texts and files of this site. A call of an API is bought again. */
export async function ownedAmong(resources: readonly string[]): Promise<ReadonlySet<string>> {
  const { env } = running('site')
  const isOfSite = (resource: string) => resource.startsWith(`${env.publicOrigin}/`)
  const bought = await boughtAmong(resources.filter(isOfSite).map((each) => each.slice(env.publicOrigin.length)))
  const isKept = async (path: string) => {
    const goods = await readGoods(`${env.publicOrigin}${path}`)
    return goods !== null && isPaged(goods.kind)
  }
  const owned = await Promise.all([...bought.keys()].map(async (path) => ((await isKept(path)) ? [path] : [])))
  return new Set(owned.flat().map((path) => `${env.publicOrigin}${path}`))
}

/**
 * Which of these paths the reader may open again, for marks in lists: null for what was bought, and the end of the pass
 * for what only a pass opens.
 */
export async function boughtAmong(paths: readonly string[]): Promise<ReadonlyMap<string, Date | null>> {
  const { database, env } = running('site')
  const owner = await currentOwner()
  const addresses = paths.map((path) => `${env.publicOrigin}${path}`)
  const [kept, covered] = await Promise.all([findKeptAmong(database, owner, addresses), coveredAmong(addresses, owner)])
  const open = [...covered, ...[...kept].map((address) => [address, null] as const)]
  return new Map(open.map(([address, until]) => [address.slice(env.publicOrigin.length), until]))
}

/** Texts and files among these addresses that a pass of the owner's opens, and until when. */
async function coveredAmong(addresses: readonly string[], owner: Owner): Promise<Map<string, Date>> {
  const { database, sellers } = running('site')
  if (!(await hasBoughtPass(database, owner))) return new Map()
  const covering = [...(await listCovering(sellers, addresses))]
  const covers = covering.flatMap(([address, found]) => found.map((cover) => ({ address, ...cover })))
  const ends = await findHeldPasses(database, owner, covers)
  return new Map(
    covers.flatMap(({ address }, place): [string, Date][] => {
      const end = ends[place]
      return end ? [[address, end]] : []
    }),
  )
}
