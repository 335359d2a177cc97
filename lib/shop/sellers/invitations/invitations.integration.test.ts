import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createTestAccount } from '@/development/testing/test-account'
import type { SignUp } from '@/lib/base/infra/env'
import type { Actor } from '../actor'
import { listAllChanges } from '../audit/list-changes'
import { createSeller } from '../create-seller'
import type { SellersContext } from '../ports'
import { createInvitation } from './create-invitation'
import { listInvitations } from './list-invitations'
import { withdrawInvitation } from './withdraw-invitation'

const operatorAddress = privateKeyToAccount(generatePrivateKey()).address
const site = await openTestSite({ env: { OPERATOR_WALLETS: operatorAddress, SELLER_SIGN_UP: 'invited' } })
let operator: Actor

beforeAll(async () => {
  operator = await accountOf(operatorAddress)
})

const accountOf = (address: string) => createTestAccount(site, address)
const somebody = () => createTestAccount(site)
const under = (changes: Partial<SellersContext> = {}): SellersContext => ({ ...site.application.sellers, ...changes })
const later = (days: number) => under({ clock: () => new Date(Date.now() + days * 86_400_000) })

let shops = 0
const open = async (context: SellersContext, actor: Actor, invitation?: string, handle = `shop-${(shops += 1)}`) =>
  createSeller(context, actor, { handle, name: 'A shop', ...(invitation === undefined ? {} : { invitation }) })
const invite = (more: object = {}) => createInvitation(under(), operator, { note: 'A friend', ...more })
const refused = { code: 'INPUT_REFUSED', fields: { invitation: expect.any(String) } }
const stateOf = async (id: string) =>
  (await listInvitations(under(), operator)).invitations.find(({ invitationId }) => invitationId === id)

describe('where sign-up is by invitation', () => {
  it('opens one shop with one invitation, however many ask at once', async () => {
    const { code, invitationId } = await invite()
    const asked = await Promise.all(Array.from({ length: 6 }, somebody))
    const ends = await Promise.allSettled(asked.map((actor) => open(under(), actor, code)))
    const refusals = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
    expect(refusals).toHaveLength(5)
    for (const reason of refusals) expect(reason).toMatchObject(refused)
    expect(await stateOf(invitationId)).toMatchObject({ state: 'used', handle: expect.stringMatching(/^shop-/) })
  })

  it('opens none without a good one', async () => {
    const actor = await somebody()
    const [taken, expired, withdrawn] = [await invite(), await invite({ days: 1 }), await invite()]
    await open(under(), await somebody(), taken.code)
    await withdrawInvitation(under(), operator, withdrawn.invitationId)
    const unknown = `tpi_${'A'.repeat(43)}`
    for (const code of [undefined, '', 'tpi_', unknown, taken.code, withdrawn.code, `${expired.code}A`]) {
      await expect(open(under(), actor, code)).rejects.toMatchObject(refused)
    }
    await expect(open(later(2), actor, expired.code)).rejects.toMatchObject(refused)
    expect(await site.application.database.seller.count({ where: { accountId: actor.accountId } })).toBe(0)
    await open(under(), actor, expired.code)
  })

  it('opens none for another wallet than the named one, and stays valid for that one', async () => {
    const friend = privateKeyToAccount(generatePrivateKey()).address
    const { code } = await invite({ wallet: friend.toLowerCase() })
    await expect(open(under(), await somebody(), code)).rejects.toMatchObject(refused)
    await open(under(), await accountOf(friend), code)
  })

  it('is not used up by a name that is taken', async () => {
    const { code, invitationId } = await invite()
    const actor = await somebody()
    await open(under(), operator, undefined, 'taken')
    await expect(open(under(), actor, code, 'taken')).rejects.toMatchObject({ code: 'HANDLE_TAKEN' })
    expect((await stateOf(invitationId))?.state).toBe('open')
    await open(under(), actor, code)
  })

  it('keeps no code, and writes down who invited whom', async () => {
    const { code, invitationId } = await invite({ note: 'For the library' })
    const actor = await somebody()
    await open(under(), actor, code)
    const rows = await site.application.database.$queryRaw`SELECT * FROM seller_invitations`
    const { changes } = await listAllChanges(under(), operator, { limit: 200 })
    for (const kept of [rows, changes]) expect(JSON.stringify(kept)).not.toContain(code.slice(4, 20))
    const [opened] = changes
    expect(opened).toMatchObject({ act: 'shop.opened', by: 'session', after: { name: 'A shop', invitationId } })
    const made = changes.find(({ act, subject }) => act === 'invitation.made' && subject === invitationId)
    expect(made).toMatchObject({ by: 'operator', accountId: operator.accountId, after: { note: 'For the library' } })
  })

  it('cannot withdraw a used one, and closes no shop', async () => {
    const { code, invitationId } = await invite()
    await open(under(), await somebody(), code)
    for (const id of [invitationId, 'x', invitationId.replace(/^./, '0')]) {
      await expect(withdrawInvitation(under(), operator, id)).rejects.toMatchObject({ code: 'INVITATION_NOT_FOUND' })
    }
  })

  it.each([{ note: '' }, { days: 0 }, { days: 91 }, { wallet: '0x12' }, { wallet: 'somebody' }])(
    'makes none of %j',
    async (wrong) => {
      await expect(invite(wrong)).rejects.toMatchObject({ code: 'INPUT_REFUSED' })
    },
  )
})

it.each<[SignUp, boolean]>([
  ['open', true],
  ['closed', false],
])('where sign-up is %s an invitation changes nothing, and operators always may', async (signUp, isOpen) => {
  const context = under({ signUp })
  const { code, invitationId } = await invite()
  const attempt = open(context, await somebody(), code)
  if (isOpen) await attempt
  else await expect(attempt).rejects.toMatchObject({ code: 'SIGN_UP_CLOSED' })
  expect((await stateOf(invitationId))?.state).toBe('open')
  const another = { ...context, operatorAccounts: async () => [anyone.accountId] }
  const anyone = await somebody()
  await open(another, anyone)
})
