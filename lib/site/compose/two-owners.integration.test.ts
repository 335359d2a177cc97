import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, it } from 'vitest'
import { confirmationOf, confirmed, signConfirmation } from '@/development/testing/confirmed'
import { openTestSite } from '@/development/testing/open-test-site'
import { createTestMember, type TestMember } from '@/development/testing/test-member'
import { createTestSeller, signInTestWallet, type TestSeller } from '@/development/testing/test-seller'
import { untilBlocked } from '@/development/testing/until-blocked'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { ApiCall } from '@/lib/shop/api/operation'
import { shopOperations } from '@/lib/shop/api/shop-operations'
import { findSeller } from '@/lib/shop/sellers/find-seller'
import { handOverShop } from '@/lib/shop/sellers/hand-over-shop'
import { answerInvitation } from '@/lib/shop/sellers/members/answer-invitation'
import { changeMember, leaveShop } from '@/lib/shop/sellers/members/change-member'
import { inviteMember } from '@/lib/shop/sellers/members/invite-member'
import { confirmPayTo } from '@/lib/shop/sellers/payments/confirm-pay-to'
import { approveProposal, cancelProposal, listProposals, setTwoPerson } from '@/lib/shop/sellers/payments/propose'
import { createEndpoint } from '@/lib/shop/sellers/webhooks/create-endpoint'
import { closeAccount } from './close-account'

const site = await openTestSite()
const context = site.application.sellers
let owner: TestSeller
let second: TestMember

type By = Pick<TestSeller, 'actor' | 'wallet'>

beforeEach(async () => {
  owner = await createTestSeller(site)
  second = await createTestMember(site, owner, 'owner')
  await switchTo(true)
})

const newAddress = () => privateKeyToAccount(generatePrivateKey()).address
const switchTo = (isOn: boolean, by: By = owner) =>
  confirmed(by.wallet, (proof) => setTwoPerson(context, by.actor, isOn, proof))
const propose = (address: string, by: By = owner) =>
  confirmed(by.wallet, (proof) =>
    confirmPayTo(context, by.actor, { network: BASE_SEPOLIA, address, confirmation: address }, proof),
  )
const approve = (proposalId: string, by: By = second, at = context) =>
  confirmed(by.wallet, (proof) => approveProposal(at, by.actor, proposalId, proof))
const payTo = async () => (await findSeller(context, owner.actor))?.payees[0]?.address
const proposalsOf = async () => (await listProposals(context, owner.actor)).proposals
const proposalId = async () => (await proposalsOf())[0]?.proposalId ?? ''

describe('a payout address', () => {
  it('changes when a second owner has signed, and not before', async () => {
    const { endpointId } = await createEndpoint(context, owner.actor, {
      url: 'http://127.0.0.1:8080/hook',
      events: ['payee.proposed'],
    })
    const address = newAddress()
    expect(await propose(address)).toEqual({ isProposed: true })
    expect(await payTo()).toBe(owner.payTo)
    const told = await context.database.webhookDelivery.findMany({ where: { endpointId } })
    expect(told.map(({ body }) => JSON.parse(body).proposal)).toMatchObject([{ before: owner.payTo, address }])
    const id = await proposalId()
    await expect(approveProposal(context, owner.actor, id)).rejects.toMatchObject({ code: 'PROPOSAL_OWN' })
    await expect(approveProposal(context, second.actor, id)).rejects.toMatchObject({ code: 'SIGNATURE_REQUIRED' })
    const signedByFirst = confirmed(owner.wallet, (proof) => approveProposal(context, second.actor, id, proof))
    await expect(signedByFirst).rejects.toMatchObject({ code: 'SIGNATURE_REQUIRED' })
    expect(await payTo()).toBe(owner.payTo)
    await approve(id)
    expect(await payTo()).toBe(address)
    await expect(approveProposal(context, second.actor, id)).rejects.toMatchObject({ code: 'PROPOSAL_NOT_FOUND' })
  })

  it('does not change by a proposal that was cancelled, expired or replaced, or is another shop’s', async () => {
    const unknown = { code: 'PROPOSAL_NOT_FOUND' }
    await propose(newAddress())
    const first = await proposalId()
    const stranger = await createTestSeller(site)
    for (const act of [approveProposal, cancelProposal])
      await expect(act(context, stranger.actor, first)).rejects.toMatchObject(unknown)
    const later = { ...context, clock: () => new Date(Date.now() + 8 * 86_400_000) }
    await expect(approveProposal(later, second.actor, first)).rejects.toMatchObject(unknown)
    // The second signature names one proposal: another address under it is another proposal.
    const proof = await signConfirmation(
      second.wallet,
      await confirmationOf(approveProposal(context, second.actor, first)),
    )
    await propose(newAddress())
    await expect(approveProposal(context, second.actor, first, proof)).rejects.toMatchObject(unknown)
    await expect(approveProposal(context, second.actor, await proposalId(), proof)).rejects.toMatchObject({
      code: 'SIGNATURE_REQUIRED',
    })
    await cancelProposal(context, second.actor, await proposalId())
    expect(await proposalsOf()).toEqual([])
    expect(await payTo()).toBe(owner.payTo)
  })
})

it('needs two owners to be switched on, and both to be switched off', async () => {
  const alone = await createTestSeller(site)
  await createTestMember(site, alone, 'editor')
  await expect(switchTo(true, alone)).rejects.toMatchObject({ code: 'TWO_OWNERS_NEEDED' })
  await switchTo(false)
  expect(await listProposals(context, owner.actor)).toMatchObject({
    isTwoPerson: true,
    proposals: [{ network: '', address: null, isYours: true }],
  })
  await approve(await proposalId())
  expect(await listProposals(context, owner.actor)).toEqual({ isTwoPerson: false, proposals: [] })
  const address = newAddress()
  expect(await propose(address)).toEqual({ isProposed: false })
  expect(await payTo()).toBe(address)
})

it('is not got around by an owner who removes the other, brings in another wallet, or goes', async () => {
  const refused = { code: 'TWO_OWNERS_ON' }
  const wallet = privateKeyToAccount(generatePrivateKey())
  const invite = (role: string) =>
    confirmed(owner.wallet, (proof) => inviteMember(context, owner.actor, { wallet: wallet.address, role }, proof))
  const change = (memberId: string, role: string | null) =>
    confirmed(owner.wallet, (proof) => changeMember(context, owner.actor, { memberId, role }, proof))
  await expect(invite('owner')).rejects.toMatchObject(refused)
  for (const role of ['editor', null]) await expect(change(second.memberId, role)).rejects.toMatchObject(refused)
  const editor = await createTestMember(site, owner, 'editor')
  await expect(change(editor.memberId, 'owner')).rejects.toMatchObject(refused)
  for (const by of [owner, second]) await expect(leaveShop(context, by.actor)).rejects.toMatchObject(refused)
  const ending = second.wallet.address.slice(-4)
  await expect(closeAccount(context.database, second.actor, { ending })).rejects.toMatchObject(refused)
  const merged = context.database.$transaction((transaction) =>
    handOverShop(transaction, { fromAccountId: second.memberId, toAccountId: owner.actor.accountId }),
  )
  await expect(merged).rejects.toMatchObject(refused)
  // Editors come and go as before.
  await change(editor.memberId, null)
})

it('keeps an owner whose account joins that of another member', async () => {
  const editor = await createTestMember(site, owner, 'editor')
  await propose(newAddress())
  await context.database.$transaction((transaction) =>
    handOverShop(transaction, { fromAccountId: second.memberId, toAccountId: editor.memberId }),
  )
  const { sellerId = '' } = editor.actor.member ?? {}
  const joined = { accountId: editor.memberId, member: { sellerId, role: 'owner' } } as const
  await approve(await proposalId(), { actor: joined, wallet: editor.wallet })
  expect(await payTo()).not.toBe(owner.payTo)
})

it.each(['closes', 'joins another'])('is not got around by an account that %s while it is switched on', async (how) => {
  const shop = await createTestSeller(site)
  const leaving = await createTestMember(site, shop, 'owner')
  const end = () =>
    how === 'closes'
      ? closeAccount(context.database, leaving.actor, { ending: leaving.wallet.address.slice(-4) })
      : context.database.$transaction((transaction) =>
          handOverShop(transaction, { fromAccountId: leaving.memberId, toAccountId: shop.actor.accountId }),
        )
  const ended = await context.database.$transaction(async (transaction) => {
    const data = { isTwoPerson: true }
    await transaction.seller.update({ where: { accountId: shop.actor.accountId }, data })
    const outcome = Promise.allSettled([end()])
    await Promise.race([outcome, untilBlocked(context.database)])
    return () => outcome
  })
  expect(await ended()).toMatchObject([{ status: 'rejected', reason: { code: 'TWO_OWNERS_ON' } }])
})

it('answers the API with what waits for the other owner', async () => {
  const address = newAddress()
  const set = (body: { address: string; confirmation: string }) =>
    confirmed(owner.wallet, (proof) =>
      shopOperations.confirmPayTo.run({
        ...{ context, actor: owner.actor, params: { network: BASE_SEPOLIA }, body, proof },
        ...{ query: undefined, scopes: new Set(), stream: null, mediaType: '', size: null, expected: null },
        ports: { sellableNetworks: async () => [] } as Partial<ApiCall['ports']> as ApiCall['ports'],
      }),
    )
  const payees = [{ address: owner.payTo }]
  const proposal = { network: BASE_SEPOLIA, before: owner.payTo, address, isYours: true }
  expect(await set({ address, confirmation: address })).toMatchObject({ payees, proposal })
  await approve(await proposalId())
  await switchTo(false)
  await approve(await proposalId())
  expect(await set({ address, confirmation: address })).toMatchObject({ payees: [{ address }], proposal: null })
})

it('ends invitations of owners that were open when it was switched on', async () => {
  const shop = await createTestSeller(site)
  await createTestMember(site, shop, 'owner')
  const wallet = privateKeyToAccount(generatePrivateKey())
  const { accountId } = await signInTestWallet(site.application, wallet)
  const { invitationId } = await confirmed(shop.wallet, (proof) =>
    inviteMember(context, shop.actor, { wallet: wallet.address, role: 'owner' }, proof),
  )
  await switchTo(true, shop)
  const accepted = answerInvitation(context, { accountId }, { invitationId, isAccepted: true })
  await expect(accepted).rejects.toMatchObject({ code: 'INVITATION_NOT_FOUND' })
})
