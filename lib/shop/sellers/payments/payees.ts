import { z } from 'zod'
import { checksumAddress } from '@/lib/base/chains/evm/evm-address'
import type { PayeeFault } from '@/lib/base/chains/payee-fault'
import type { Database, DatabaseTransaction } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { ruled, say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { isAddress, isBurnAddress } from '@/lib/base/x402/addresses'
import { findNetwork, networkName } from '@/lib/base/x402/networks'
import { type Actor, getOwnSeller } from '../actor'
import { changeShop } from '../audit/own-shop'
import { confirmByWallet } from '../confirm-by-wallet'
import { InputRefusedError, parseInput } from '../input-refused-error'
import { findShopPasses, reloadRoutes } from '../passes/shop-passes'
import type { SellersContext } from '../ports'

export const payToInput = z
  .object({
    network: z.string().refine((network) => findNetwork(network) !== null, ruled('chooseNetwork')),
    address: z.string().max(100),
    confirmation: z.string().max(100).describe('The address once more.'),
  })
  .strict()

/**
 * Sets the seller's payTo address of one network, for every route at once. The seller must have seen and confirmed the
 * address. Refuses an address whose letters contradict its checksum, one that no payment can reach now, and a network
 * that the operator has switched off. A wallet of the account has to sign the old and the new address:
 * `SIGNATURE_REQUIRED` says what to sign.
 */
export async function confirmPayTo(
  context: SellersContext,
  actor: Actor,
  input: unknown,
  proof: string | null = null,
): Promise<void> {
  const { database } = context
  const { network, address, confirmation } = parseInput(payToInput, input)
  if (!context.isSwitchedOn(network))
    throw new InputRefusedError({ network: say('networkOff', { network: networkName(network) }) })
  const fault = findAddressFault(network, address)
  if (fault) throw new InputRefusedError({ address: fault })
  if (confirmation !== address) throw new InputRefusedError({ confirmation: say('compareAddress') })
  const unpayable = await context.findPayeeFault(network, address)
  if (unpayable) throw new InputRefusedError({ address: unpayableSentences[unpayable] })
  const { id: sellerId, handle } = await getOwnSeller(database, actor)
  const before = await findPayee(database, { sellerId, network })
  const statement =
    `Set the payout address of the shop ${handle} on ${networkName(network)} (${network}). ` +
    `Before: ${before ?? 'none'}. After: ${address}.`
  const spend = await confirmByWallet(context, actor, { act: { path: '/dashboard/payees', statement }, proof })
  const key = { sellerId, network }
  await changeShop(context, actor, async ({ transaction, revision, now, record }) => {
    if ((await findPayee(transaction, key)) !== before) throw new DomainError('PAYEE_CHANGED', say('payeeChanged'))
    const { wallet } = await spend(transaction)
    const confirmed = { address, confirmedAt: now }
    const where = { sellerId_network: key }
    await transaction.sellerPayee.upsert({ where, create: { ...key, ...confirmed }, update: confirmed })
    await reloadRoutes(transaction, { sellerId, revision })
    await record('payee.set', network, { wallet, before: { address: before }, after: { address } })
  })
}

const unpayableSentences: Record<PayeeFault, Sentence> = {
  no_account: say('payeeWithoutAccount'),
  blocked: say('payeeBlocked'),
}

async function findPayee(
  database: Database | DatabaseTransaction,
  key: { sellerId: string; network: string },
): Promise<string | null> {
  const payee = await database.sellerPayee.findUnique({ where: { sellerId_network: key }, select: { address: true } })
  return payee?.address ?? null
}

function findAddressFault(network: string, address: string): Sentence | null {
  if (!isAddress(network, address)) return say('addressNone', { network: findNetwork(network)?.name ?? network })
  if (isBurnAddress(network, address)) return say('addressBurn')
  if (!network.startsWith('eip155:')) return null
  const digits = address.slice(2)
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return isMixed && checksumAddress(address) !== address ? say('checksum') : null
}

/** `payees`: confirmed payout addresses by network, without any at which money is lost. */
export type ShopTerms = Awaited<ReturnType<typeof findShopTerms>>

export async function findShopTerms(database: Database | DatabaseTransaction, sellerId: string) {
  const [{ payees, picture, takesBudgets }, passes] = await Promise.all([
    database.seller.findUniqueOrThrow({
      where: { id: sellerId },
      select: {
        takesBudgets: true,
        payees: { select: { network: true, address: true } },
        picture: { select: { imageId: true, sizes: { select: { width: true }, orderBy: { width: 'asc' }, take: 1 } } },
      },
    }),
    findShopPasses(database, sellerId),
  ])
  const payable = payees.filter(({ network, address }) => !isBurnAddress(network, address))
  const iconPath = picture && `/image/${picture.imageId}/${picture.sizes[0]?.width}`
  return {
    /** It takes payments out of an amount that a reader has put aside for the whole shop. */
    offersOnPages: takesBudgets,
    passes,
    /** The shop's picture within this site, for goods without an icon; null where it has none. */
    iconPath,
    payees: new Map(payable.map(({ network, address }) => [network, address])),
  }
}

export const listAllPayees = (database: Database): Promise<{ network: string; address: string }[]> =>
  database.sellerPayee.findMany({ select: { network: true, address: true }, distinct: ['network', 'address'] })
