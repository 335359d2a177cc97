import { z } from 'zod'
import type { DatabaseTransaction } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { isUuid } from '@/lib/base/infra/is-uuid'
import { say } from '@/lib/base/sentences/say'
import { id, time } from '@/lib/base/x402/answer-parts'
import { networkName } from '@/lib/base/x402/networks'
import { type Actor, changeOwnShop, getOwnSeller, lockOwnShop, type OwnSeller } from '../actor'
import { recordChange } from '../audit/record-change'
import { confirmByWallet } from '../confirm-by-wallet'
import type { SellersContext } from '../ports'
import { queueEvent } from '../webhooks/queue-event'
import { checkPayable, findPayee, payeeChanged, setPayee } from './set-payee'

const OPEN_FOR_MS = 7 * 86_400_000

export const proposalShape = z.object({
  proposalId: id,
  network: z.string().describe('Empty for the proposal that one owner is enough again.'),
  before: z.string().nullable(),
  address: z.string().nullable(),
  wallet: z.string().describe('The wallet that signed the proposal.'),
  isYours: z.boolean().describe('Another owner has to sign it.'),
  expiresAt: time,
})

export const proposalsShape = z.object({
  isTwoPerson: z.boolean().describe('Payout addresses change only once two owners have signed.'),
  proposals: z.array(proposalShape),
})
export type Proposals = z.infer<typeof proposalsShape>

/** Changes that wait for a second owner, oldest first. */
export async function listProposals({ database, clock }: SellersContext, actor: Actor): Promise<Proposals> {
  const { id } = await getOwnSeller(database, actor)
  const { isTwoPerson, proposals } = await database.seller.findUniqueOrThrow({
    where: { id },
    select: { isTwoPerson: true, proposals: { where: { expiresAt: { gt: clock() } }, orderBy: { createdAt: 'asc' } } },
  })
  return {
    isTwoPerson,
    proposals: proposals.map(({ id: proposalId, accountId, ...proposal }) => ({
      proposalId,
      isYours: accountId === actor.accountId,
      ...proposal,
    })),
  }
}

type Proposed = { network: string; before: string | null; address: string | null; wallet: string; at: Date }

/** Stores a change that another owner has to sign; a newer one of the same network replaces it. */
export async function storeProposal(
  transaction: DatabaseTransaction,
  actor: Actor,
  sellerId: string,
  { at, ...proposed }: Proposed,
): Promise<void> {
  const key = { sellerId, network: proposed.network }
  const row = {
    ...proposed,
    accountId: actor.accountId,
    createdAt: at,
    expiresAt: new Date(at.getTime() + OPEN_FOR_MS),
  }
  // A new row, so that nobody signs another change than the one that was shown.
  await transaction.ownerProposal.deleteMany({ where: key })
  const { id } = await transaction.ownerProposal.create({ data: { ...key, ...row }, select: { id: true } })
  const { network, before, address, wallet } = proposed
  const change = { at, sellerId, act: 'payee.proposed', subject: network || 'two owners', wallet } as const
  await recordChange(transaction, actor, { ...change, before: { address: before }, after: { address } })
  const facts = {
    proposal: { proposalId: id, network, before, address, wallet, expiresAt: row.expiresAt.toISOString() },
  }
  await queueEvent(transaction, [sellerId], { type: 'payee.proposed', eventId: `payee.proposed ${id}`, at, facts })
}

/**
 * Makes a proposed change, by another owner than the one who proposed it. A wallet of that owner signs it:
 * `SIGNATURE_REQUIRED` says what. Fails with `PROPOSAL_NOT_FOUND`, with `PROPOSAL_OWN` for one's own, and with
 * `PAYEE_CHANGED` where the address is another one by now.
 */
export async function approveProposal(
  context: SellersContext,
  actor: Actor,
  proposalId: string,
  proof: string | null = null,
): Promise<void> {
  const { database, clock } = context
  const { id: sellerId, handle } = await getOwnSeller(database, actor)
  const { network, before, address } = await getProposal(context, database, { sellerId, proposalId }, actor)
  if (address !== null) await checkPayable(context, { network, address })
  const statement =
    address === null
      ? `Let one owner of the shop ${handle} change payout addresses again.`
      : `Approve the payout address of the shop ${handle} on ${networkName(network)} (${network}). ` +
        `Before: ${before ?? 'none'}. After: ${address}.`
  const spend = await confirmByWallet(context, actor, { act: { path: '/dashboard/payees', statement }, proof })
  await database.$transaction(async (transaction) => {
    const shop = await changeOwnShop(transaction, actor)
    await getProposal(context, transaction, { sellerId, proposalId }, actor)
    const { wallet } = await spend(transaction)
    await transaction.ownerProposal.delete({ where: { id: proposalId } })
    const at = clock()
    if (address === null) return endTwoPerson(transaction, actor, shop, { wallet, at })
    if ((await findPayee(transaction, { sellerId, network })) !== before) throw payeeChanged()
    await setPayee(transaction, actor, shop, { network, before, address, wallet, at })
  })
}

async function endTwoPerson(
  transaction: DatabaseTransaction,
  actor: Actor,
  { id: sellerId, handle }: OwnSeller,
  { wallet, at }: { wallet: string; at: Date },
): Promise<void> {
  await transaction.seller.update({ where: { id: sellerId }, data: { isTwoPerson: false } })
  await transaction.ownerProposal.deleteMany({ where: { sellerId } })
  const change = { at, sellerId, act: 'two_owners.ended', subject: handle, wallet } as const
  await recordChange(transaction, actor, change)
}

async function getProposal(
  { clock }: SellersContext,
  database: SellersContext['database'] | DatabaseTransaction,
  { sellerId, proposalId }: { sellerId: string; proposalId: string },
  { accountId }: Actor,
) {
  const where = { id: proposalId, sellerId, expiresAt: { gt: clock() } }
  const proposal = isUuid(proposalId) ? await database.ownerProposal.findFirst({ where }) : null
  if (!proposal) throw proposalUnknown()
  if (proposal.accountId === accountId) throw new DomainError('PROPOSAL_OWN', say('proposalOwn'))
  return proposal
}

/** Takes back a proposed change, by any owner. Fails with `PROPOSAL_NOT_FOUND`. */
export async function cancelProposal(context: SellersContext, actor: Actor, proposalId: string): Promise<void> {
  const { database, clock } = context
  await database.$transaction(async (transaction) => {
    const sellerId = await lockOwnShop(transaction, actor)
    const where = { id: proposalId, sellerId }
    const row = isUuid(proposalId) ? await transaction.ownerProposal.findFirst({ where }) : null
    if (!row) throw proposalUnknown()
    await transaction.ownerProposal.delete({ where: { id: row.id } })
    const change = { at: clock(), sellerId, act: 'payee.cancelled', subject: row.network || 'two owners' } as const
    await recordChange(transaction, actor, { ...change, before: { address: row.address } })
  })
}

/**
 * Makes changes of payout addresses need two owners, at once; that one is enough again is a proposal. A wallet of the
 * actor signs: `SIGNATURE_REQUIRED` says what. Fails with `TWO_OWNERS_NEEDED` in a shop with one owner.
 */
export async function setTwoPerson(
  context: SellersContext,
  actor: Actor,
  isOn: boolean,
  proof: string | null = null,
): Promise<void> {
  const { database, clock } = context
  const { handle } = await getOwnSeller(database, actor)
  const statement = isOn
    ? `Let payout addresses of the shop ${handle} change only when two owners sign.`
    : `Propose that one owner of the shop ${handle} may change payout addresses again. Another owner has to sign too.`
  const spend = await confirmByWallet(context, actor, { act: { path: '/dashboard/payees', statement }, proof })
  await database.$transaction(async (transaction) => {
    const sellerId = await lockOwnShop(transaction, actor)
    const { wallet } = await spend(transaction)
    const at = clock()
    const { isTwoPerson } = await transaction.seller.findUniqueOrThrow({ where: { id: sellerId } })
    if (isTwoPerson === isOn) return
    if (!isOn)
      return storeProposal(transaction, actor, sellerId, {
        network: '',
        before: null,
        address: null,
        wallet,
        at,
      })
    const others = await transaction.shopMember.count({ where: { sellerId, role: 'owner' } })
    if (others === 0) throw new DomainError('TWO_OWNERS_NEEDED', say('twoOwnersNeeded'))
    await transaction.seller.update({ where: { id: sellerId }, data: { isTwoPerson: true } })
    // Whoever is invited as an owner could be the one who invites.
    await transaction.memberInvitation.deleteMany({ where: { sellerId, role: 'owner' } })
    await recordChange(transaction, actor, { at, sellerId, act: 'two_owners.required', subject: handle, wallet })
  })
}

const proposalUnknown = () => new DomainError('PROPOSAL_NOT_FOUND', say('proposalUnknown'))
