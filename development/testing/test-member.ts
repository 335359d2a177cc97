import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Actor } from '@/lib/shop/sellers/actor'
import { answerInvitation } from '@/lib/shop/sellers/members/answer-invitation'
import { inviteMember } from '@/lib/shop/sellers/members/invite-member'
import { actIn, listMemberships } from '@/lib/shop/sellers/members/list-memberships'
import type { ShopRole } from '@/lib/shop/sellers/members/roles'
import { confirmed } from './confirmed'
import type { TestSite } from './start-test-site'
import { signInTestWallet, type TestSeller } from './test-seller'

export type TestMember = Pick<TestSeller, 'sessionToken' | 'wallet'> & { actor: Actor; memberId: string }

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
