import { addressIdentity } from '@/lib/base/x402/addresses'
import type { ProvenWallet } from '@/lib/base/x402/proven-wallet'
import type { Actor } from '../actor'
import type { SellersContext } from '../ports'
import type { ShopRole } from './roles'

/** A shop in which an account works. */
export type Membership = { sellerId: string; handle: string; name: string; role: ShopRole; isFirstOwner: boolean }

/** The shops of an account: the one of which it is the first owner, then the others by the time it joined them. */
export async function listMemberships(
  { database }: Pick<SellersContext, 'database'>,
  accountId: string,
): Promise<Membership[]> {
  const facts = { id: true, handle: true, name: true } as const
  const [first, joined] = await Promise.all([
    database.seller.findUnique({ where: { accountId }, select: facts }),
    database.shopMember.findMany({
      where: { accountId },
      include: { seller: { select: facts } },
      orderBy: { joinedAt: 'asc' },
    }),
  ])
  const own = first ? [{ seller: first, role: 'owner' as const, isFirstOwner: true }] : []
  return [...own, ...joined.map(({ seller, role }) => ({ seller, role, isFirstOwner: false }))].map(
    ({ seller: { id: sellerId, ...shop }, ...mine }) => ({ sellerId, ...shop, ...mine }),
  )
}

/** The account as it acts in one of its shops: the chosen one, else the first. */
export function actIn(actor: Actor, shops: readonly Membership[], chosen: string | null): Actor {
  const shop = shops.find(({ sellerId }) => sellerId === chosen) ?? shops[0]
  if (!shop || shop.isFirstOwner) return actor
  const { sellerId, role } = shop
  return { ...actor, member: { sellerId, role } }
}

export type InvitedTo = { invitationId: string; handle: string; name: string; role: ShopRole }

/** The invitations that wallets of an account can accept now. */
export async function listInvitedTo(
  { database, clock }: Pick<SellersContext, 'database' | 'clock'>,
  wallets: readonly ProvenWallet[],
): Promise<InvitedTo[]> {
  const rows = await database.memberInvitation.findMany({
    where: {
      OR: wallets.map(({ scope, address }) => ({
        addressIdentity: addressIdentity(scope, address),
        scopes: { has: scope },
      })),
      expiresAt: { gt: clock() },
      seller: { closedAt: null },
    },
    include: { seller: { select: { handle: true, name: true } } },
    orderBy: { createdAt: 'asc' },
  })
  return rows.map(({ id: invitationId, role, seller }) => ({ invitationId, role, ...seller }))
}
