import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Actor } from '@/lib/shop/sellers/actor'
import { answerInvitation } from '@/lib/shop/sellers/members/answer-invitation'
import { inviteMember } from '@/lib/shop/sellers/members/invite-member'
import { actIn, listMemberships } from '@/lib/shop/sellers/members/list-memberships'
import type { ShopRole } from '@/lib/shop/sellers/members/roles'
import { listProposals, storeProposal } from '@/lib/shop/sellers/payments/propose'
import { confirmed } from './confirmed'
import type { TestSite } from './start-test-site'
import { signInTestWallet, type TestSeller } from './test-seller'

export type TestMember = Pick<TestSeller, 'sessionToken' | 'wallet'> & { actor: Actor; memberId: string }

type Inviting = Pick<TestSeller, 'actor' | 'wallet'>

/** An open invitation of a wallet that has not signed in. */
export function inviteTestMember({ application }: Pick<TestSite, 'application'>, { actor, wallet }: Inviting) {
  const input = { wallet: privateKeyToAccount(generatePrivateKey()).address, role: 'editor' }
  return confirmed(wallet, (proof) => inviteMember(application.sellers, actor, input, proof))
}

/** A change of a seller's shop that a second owner has proposed. */
export async function createTestProposal(site: Pick<TestSite, 'application'>, seller: Inviting) {
  const { actor, wallet } = await createTestMember(site, seller, 'owner')
  const sellerId = actor.member?.sellerId ?? ''
  const proposed = { network: '', before: null, address: null, wallet: wallet.address, at: new Date() }
  const { database } = site.application
  await database.$transaction((transaction) => storeProposal(transaction, actor, sellerId, proposed))
  const { proposals } = await listProposals(site.application.sellers, seller.actor)
  return { proposalId: proposals.at(-1)?.proposalId ?? '' }
}

/** Somebody with a wallet of their own, who was invited to a seller's shop and has accepted. */
export async function createTestMember(
  { application }: Pick<TestSite, 'application'>,
  { actor, wallet: inviting }: Pick<TestSeller, 'actor' | 'wallet'>,
  role: ShopRole,
  wallet = privateKeyToAccount(generatePrivateKey()),
): Promise<TestMember> {
  const context = application.sellers
  const { accountId, sessionId, token: sessionToken } = await signInTestWallet(application, wallet)
  const input = { wallet: wallet.address, role }
  const { invitationId } = await confirmed(inviting, (proof) => inviteMember(context, actor, input, proof))
  const sellerId = await answerInvitation(context, { accountId, sessionId }, { invitationId, isAccepted: true })
  const shops = await listMemberships(context, accountId)
  return { actor: actIn({ accountId, sessionId }, shops, sellerId), memberId: accountId, sessionToken, wallet }
}
