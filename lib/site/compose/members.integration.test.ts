import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, it } from 'vitest'
import { confirmed } from '@/development/testing/confirmed'
import { openTestSite } from '@/development/testing/open-test-site'
import { createTestMember } from '@/development/testing/test-member'
import {
  createTestKey,
  createTestSeller,
  priceOf,
  signInTestWallet,
  type TestSeller,
} from '@/development/testing/test-seller'
import { type Actor } from '@/lib/shop/sellers/actor'
import { listChanges } from '@/lib/shop/sellers/audit/list-changes'
import { findSeller } from '@/lib/shop/sellers/find-seller'
import { handOverShop } from '@/lib/shop/sellers/hand-over-shop'
import { createKey } from '@/lib/shop/sellers/keys/create-key'
import { findKey } from '@/lib/shop/sellers/keys/find-key'
import { answerInvitation } from '@/lib/shop/sellers/members/answer-invitation'
import { changeMember, leaveShop } from '@/lib/shop/sellers/members/change-member'
import { inviteMember, withdrawMember } from '@/lib/shop/sellers/members/invite-member'
import { listMembers } from '@/lib/shop/sellers/members/list-members'
import { listInvitedTo, listMemberships } from '@/lib/shop/sellers/members/list-memberships'
import { confirmPayTo } from '@/lib/shop/sellers/payments/confirm-pay-to'
import { createRoute } from '@/lib/shop/sellers/routes/create-route'
import { saveProfile } from '@/lib/shop/sellers/storefront/save-profile'
import { closeAccount } from './close-account'

const site = await openTestSite()
const context = site.application.sellers
let owner: TestSeller

beforeEach(async () => {
  owner = await createTestSeller(site)
})

const newWallet = () => privateKeyToAccount(generatePrivateKey())
const invite = (wallet: string, role = 'editor', by: Pick<TestSeller, 'actor' | 'wallet'> = owner) =>
  confirmed(by.wallet, (proof) => inviteMember(context, by.actor, { wallet, role }, proof))
const change = (memberId: string, role: string | null, by: Pick<TestSeller, 'actor' | 'wallet'> = owner) =>
  confirmed(by.wallet, (proof) => changeMember(context, by.actor, { memberId, role }, proof))
const article = { kind: 'article', title: 'A text', method: 'GET', price: priceOf('$0.01'), body: 'Text.' }
const write = (actor: Actor, path: string) => createRoute(context, actor, { ...article, path })
const shopsOf = async ({ accountId }: Actor) => (await listMemberships(context, accountId)).map(({ handle }) => handle)

describe('an invitation', () => {
  it('waits for its wallet, in any spelling, and for no other', async () => {
    const wallet = newWallet()
    const { invitationId } = await invite(wallet.address.toLowerCase())
    const session = await signInTestWallet(site.application, wallet)
    const wallets = [{ scope: 'evm', address: wallet.address }]
    expect(await listInvitedTo(context, wallets)).toMatchObject([
      { invitationId, handle: owner.handle, role: 'editor' },
    ])
    const stranger = await createTestSeller(site)
    expect(await listInvitedTo(context, [{ scope: 'evm', address: stranger.wallet.address }])).toEqual([])
    const answer = (actor: Actor, isAccepted = true) => answerInvitation(context, actor, { invitationId, isAccepted })
    const unknown = { code: 'INVITATION_NOT_FOUND' }
    await expect(answer(stranger.actor)).rejects.toMatchObject(unknown)
    await expect(answer(stranger.actor, false)).rejects.toMatchObject(unknown)
    await answer({ accountId: session.accountId })
    await expect(answer({ accountId: session.accountId })).rejects.toMatchObject(unknown)
    expect(await shopsOf({ accountId: session.accountId })).toEqual([owner.handle])
  })

  it('is of no use once it has expired, was withdrawn or declined', async () => {
    const wallet = newWallet()
    const { accountId } = await signInTestWallet(site.application, wallet)
    const answer = (invitationId: string, isAccepted: boolean, at = context) =>
      answerInvitation(at, { accountId }, { invitationId, isAccepted })
    const unknown = { code: 'INVITATION_NOT_FOUND' }
    const [declined] = [await invite(wallet.address)]
    const later = { ...context, clock: () => new Date(declined.expiresAt) }
    await expect(answer(declined.invitationId, true, later)).rejects.toMatchObject(unknown)
    await answer(declined.invitationId, false)
    await expect(answer(declined.invitationId, true)).rejects.toMatchObject(unknown)
    const { invitationId } = await invite(wallet.address)
    const stranger = await createTestSeller(site)
    await expect(withdrawMember(context, stranger.actor, invitationId)).rejects.toMatchObject(unknown)
    await withdrawMember(context, owner.actor, invitationId)
    await expect(answer(invitationId, true)).rejects.toMatchObject(unknown)
    expect(await shopsOf({ accountId })).toEqual([])
  })

  it('needs a signature by the one who invites, for exactly this wallet and role', async () => {
    const input = { wallet: newWallet().address, role: 'owner' }
    await expect(inviteMember(context, owner.actor, input)).rejects.toMatchObject({ code: 'SIGNATURE_REQUIRED' })
    const signedByOther = confirmed(newWallet(), (proof) => inviteMember(context, owner.actor, input, proof))
    await expect(signedByOther).rejects.toMatchObject({ code: 'SIGNATURE_REQUIRED' })
    for (const wrong of [{ wallet: '0x12' }, { wallet: `${input.wallet}\0` }, { role: 'boss' }])
      await expect(inviteMember(context, owner.actor, { ...input, ...wrong })).rejects.toMatchObject({
        code: 'INPUT_REFUSED',
      })
  })
})

describe('a member', () => {
  it('works in the shop under its own wallet, and the changes name it', async () => {
    const editor = await createTestMember(site, owner, 'editor')
    const { routeId } = await write(editor.actor, '/by-an-editor')
    const { changes } = await listChanges(context, owner.actor, {})
    expect(changes[0]).toMatchObject({ act: 'route.made', subject: routeId, member: editor.wallet.address })
    expect(changes.find(({ act }) => act === 'shop.opened')?.member).toBeNull()
    const { members } = await listMembers(context, editor.actor)
    expect(members.map(({ address, role }) => [address, role])).toEqual([
      [owner.wallet.address, 'owner'],
      [editor.wallet.address, 'editor'],
    ])
  })

  it('loses everything at once: what it began before, and its keys', async () => {
    const editor = await createTestMember(site, owner, 'editor')
    const input = { name: 'A program', scopes: ['routes:write', 'keys:read'] }
    const { secret } = await createTestKey(site, editor, input)
    expect((await findKey(context, secret))?.maker.accountId).toBe(editor.memberId)
    await change(editor.memberId, null)
    expect(await findKey(context, secret)).toBeNull()
    const gone = { code: 'SELLER_NOT_FOUND' }
    await expect(write(editor.actor, '/too-late')).rejects.toMatchObject(gone)
    await expect(saveProfile(context, editor.actor, { name: 'Mine now' })).rejects.toMatchObject(gone)
    expect(await findSeller(context, editor.actor)).toBeNull()
    // With a role that has changed, what it had loaded under the old one is refused too.
    const other = await createTestMember(site, owner, 'editor')
    await change(other.memberId, 'accountant')
    await expect(write(other.actor, '/too-late')).rejects.toMatchObject(gone)
  })

  it('makes no key that may do more than its role', async () => {
    const editor = await createTestMember(site, owner, 'editor')
    for (const scope of ['payments:read', 'payees:write', 'refunds:write', 'members:write']) {
      const attempt = createKey(context, editor.actor, { name: 'More', scopes: ['routes:read', scope] })
      await expect(attempt).rejects.toMatchObject({ code: 'ROLE_REFUSED' })
    }
  })

  it('is found in no shop but its own', async () => {
    const editor = await createTestMember(site, owner, 'editor')
    const elsewhere = await createTestSeller(site)
    const unknown = { code: 'MEMBER_NOT_FOUND' }
    for (const memberId of [editor.memberId, owner.actor.accountId, 'x'])
      await expect(changeMember(context, elsewhere.actor, { memberId, role: null })).rejects.toMatchObject(unknown)
    await expect(change(editor.memberId, 'boss')).rejects.toThrow()
  })
})

describe('an owner', () => {
  it('cannot leave as the last one, and hands the shop on to another', async () => {
    const last = { code: 'OWNER_LAST' }
    await createTestMember(site, owner, 'editor')
    await expect(leaveShop(context, owner.actor)).rejects.toMatchObject(last)
    const second = await createTestMember(site, owner, 'owner')
    await expect(change(owner.actor.accountId, 'editor', second)).rejects.toMatchObject(last)
    const { secret } = await createTestKey(site, owner, { name: 'First', scopes: ['shop:read'] })
    await change(owner.actor.accountId, null, second)
    expect(await shopsOf(owner.actor)).toEqual([])
    expect(await findKey(context, secret)).toBeNull()
    const first = { accountId: second.memberId }
    expect(await listMemberships(context, second.memberId)).toMatchObject([
      { handle: owner.handle, isFirstOwner: true },
    ])
    await expect(leaveShop(context, first)).rejects.toMatchObject(last)
  })

  it('is not replaced by one who has a shop already', async () => {
    const other = await createTestSeller(site)
    await createTestMember(site, owner, 'owner', other.wallet)
    await expect(leaveShop(context, owner.actor)).rejects.toMatchObject({ code: 'OWNER_LAST' })
    expect(await shopsOf(owner.actor)).toEqual([owner.handle])
  })

  it('signs payout addresses with a wallet of their own, never of another member', async () => {
    const second = await createTestMember(site, owner, 'owner')
    const address = newWallet().address
    const input = { network: 'eip155:84532', address, confirmation: address }
    const attempt = confirmed(owner.wallet, (proof) => confirmPayTo(context, second.actor, input, proof))
    await expect(attempt).rejects.toMatchObject({ code: 'SIGNATURE_REQUIRED' })
    await confirmed(second.wallet, (proof) => confirmPayTo(context, second.actor, input, proof))
    expect((await findSeller(context, owner.actor))?.payees).toMatchObject([{ address }])
  })
})

describe('an account that ends', () => {
  it('leaves its shops with its keys', async () => {
    const editor = await createTestMember(site, owner, 'editor')
    const { secret } = await createTestKey(site, editor, { name: 'A program', scopes: ['routes:read'] })
    await closeAccount(context.database, editor.actor, { ending: editor.wallet.address.slice(-4) })
    expect(await findKey(context, secret)).toBeNull()
    expect((await listMembers(context, owner.actor)).members).toHaveLength(1)
  })

  it('gives its part to the account that gets its last wallet', async () => {
    const editor = await createTestMember(site, owner, 'editor')
    const { accountId: toAccountId } = await signInTestWallet(site.application, newWallet())
    await context.database.$transaction((transaction) =>
      handOverShop(transaction, { fromAccountId: editor.memberId, toAccountId }),
    )
    expect(await listMemberships(context, toAccountId)).toMatchObject([{ handle: owner.handle, role: 'editor' }])
    // To the first owner it gives nothing, who has it all.
    await context.database.$transaction((transaction) =>
      handOverShop(transaction, { fromAccountId: toAccountId, toAccountId: owner.actor.accountId }),
    )
    expect(await listMemberships(context, owner.actor.accountId)).toMatchObject([{ isFirstOwner: true }])
    expect((await listMembers(context, owner.actor)).members).toHaveLength(1)
  })
})
