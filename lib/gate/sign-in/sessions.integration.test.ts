import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { openTestDatabase } from '@/development/testing/test-database'
import type { ProvenWallet } from '@/lib/base/x402/addresses'
import { linkWallet } from './account-wallets'
import { rotateSession } from './http/answer-session-request'
import { createSessionToken, parseSessionToken, readSessionCookie, writeSessionCookie } from './session-cookie'
import { createSession, findSession, listSessions, revokeAllSessions, revokeSession } from './sessions'

const { client: database } = await openTestDatabase()

const start = new Date('2026-01-01T00:00:00Z')
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const hour = 3600
const day = 24 * hour
const newWallet = (): ProvenWallet => ({ scope: 'evm', address: privateKeyToAccount(generatePrivateKey()).address })
const signIn = (wallet = newWallet(), now = start, userAgent: string | null = 'Firefox') =>
  createSession(database, { wallet, userAgent, now })

describe('a session', () => {
  it('is found by its token, with the wallet that signed in', async () => {
    const wallet = newWallet()
    const { token, sessionId, accountId } = await signIn(wallet)
    const found = await findSession(database, { token, now: at(1) })
    expect(found).toMatchObject({ sessionId, accountId, wallets: [wallet], isRotationDue: false })
  })

  it('is not found by another token, nor kept in the clear', async () => {
    const { token } = await signIn()
    expect(await findSession(database, { token: createSessionToken(), now: start })).toBeNull()
    const rows = await database.session.findMany()
    expect(rows.some((row) => Buffer.from(row.tokenHash).includes(Buffer.from(token, 'base64url')))).toBe(false)
  })

  it('ends after 30 days, and after 7 without a visit', async () => {
    const visited = await signIn()
    for (const visit of [6, 12, 18, 24, 29.9]) {
      expect(await findSession(database, { token: visited.token, now: at(visit * day) })).not.toBeNull()
    }
    expect(await findSession(database, { token: visited.token, now: at(30 * day) })).toBeNull()
    const idle = await signIn()
    expect(await findSession(database, { token: idle.token, now: at(7 * day + 1) })).toBeNull()
  })

  it('joins the same account on a second device, in any spelling of the address', async () => {
    const wallet = newWallet()
    const [first, second] = [await signIn(wallet), await signIn({ ...wallet, address: wallet.address.toLowerCase() })]
    expect(second.accountId).toBe(first.accountId)
    expect(second.token).not.toBe(first.token)
  })

  it('opens one account when a new wallet signs in twenty times at once', async () => {
    const wallet = newWallet()
    const sessions = await Promise.all(Array.from({ length: 20 }, () => signIn(wallet)))
    expect(new Set(sessions.map(({ accountId }) => accountId)).size).toBe(1)
    expect(await database.account.count({ where: { wallets: { none: {} } } })).toBe(0)
  })
})

describe('rotation', () => {
  it('is due after an hour and gives a token that works', async () => {
    const { token, sessionId } = await signIn()
    expect(await findSession(database, { token, now: at(hour - 1) })).toMatchObject({ isRotationDue: false })
    expect(await findSession(database, { token, now: at(hour) })).toMatchObject({ isRotationDue: true })
    const fresh = await rotateSession(database, { token, now: at(hour) })
    if (!fresh) throw new Error('Expected a fresh token.')
    expect(await findSession(database, { token: fresh, now: at(hour) })).toMatchObject({
      sessionId,
      isRotationDue: false,
    })
  })

  it('lets requests on their way finish with the old token', async () => {
    const { token } = await signIn()
    await rotateSession(database, { token, now: at(hour) })
    expect(await findSession(database, { token, now: at(hour + 60) })).toMatchObject({ isRotationDue: false })
  })

  it('happens once when several requests ask for it', async () => {
    const { token } = await signIn()
    const tokens = await Promise.all(
      Array.from({ length: 10 }, () => rotateSession(database, { token, now: at(hour) })),
    )
    expect(tokens.filter((fresh) => fresh !== null)).toHaveLength(1)
  })

  it('revokes a session whose old token comes back late', async () => {
    const { token, accountId } = await signIn()
    const fresh = await rotateSession(database, { token, now: at(hour) })
    expect(await findSession(database, { token, now: at(hour + 61) })).toBeNull()
    expect(fresh && (await findSession(database, { token: fresh, now: at(hour + 62) }))).toBeNull()
    expect(await listSessions(database, { accountId, now: at(hour + 62) })).toEqual([])
  })
})

it('ends for all accounts at once', async () => {
  const signedIn = await Promise.all([signIn(), signIn(), signIn()])
  expect(await revokeAllSessions(database, at(1))).toBeGreaterThanOrEqual(3)
  for (const { token } of signedIn) {
    expect(await findSession(database, { token, now: at(2) })).toBeNull()
    expect(await rotateSession(database, { token, now: at(2) })).toBeNull()
  }
  expect(await revokeAllSessions(database, at(3))).toBe(0)
})

describe('several wallets', () => {
  it('belong to one account, the first in front', async () => {
    const [first, second] = [newWallet(), { scope: 'svm', address: '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4' }]
    const { token, accountId } = await signIn(first)
    await linkWallet(database, { accountId, wallet: second, now: at(1) })
    expect((await findSession(database, { token, now: at(2) }))?.wallets).toEqual([first, second])
    expect((await signIn(second, at(3))).accountId).toBe(accountId)
  })

  it('are the same contract only on the same network', async () => {
    const { address } = newWallet()
    const [here, there] = [
      await signIn({ scope: 'eip155:84532', address }),
      await signIn({ scope: 'eip155:8453', address }),
    ]
    expect(there.accountId).not.toBe(here.accountId)
  })

  it('follow the account that proves them last, and delete their old account when it is empty', async () => {
    const [mine, shared, theirs] = [newWallet(), newWallet(), newWallet()]
    const old = await signIn(shared)
    const me = await signIn(mine)
    await linkWallet(database, { accountId: me.accountId, wallet: shared, now: at(1) })
    expect(await findSession(database, { token: old.token, now: at(2) })).toBeNull()
    const them = await signIn(theirs)
    await linkWallet(database, { accountId: them.accountId, wallet: shared, now: at(3) })
    expect((await findSession(database, { token: me.token, now: at(4) }))?.wallets).toEqual([mine])
    expect((await findSession(database, { token: them.token, now: at(4) }))?.wallets).toEqual([theirs, shared])
  })
})

describe('listing and revoking', () => {
  it('shows where a person is signed in, and no one else', async () => {
    const wallet = newWallet()
    const phone = await signIn(wallet, start, 'Phone')
    const laptop = await signIn(wallet, at(10), 'Laptop'.repeat(100))
    await signIn()
    const listed = await listSessions(database, { accountId: phone.accountId, now: at(20) })
    expect(listed.map(({ sessionId }) => sessionId)).toEqual([laptop.sessionId, phone.sessionId])
    expect(listed[0]?.userAgent).toHaveLength(256)
    expect(Object.keys(listed[0] ?? {})).not.toContain('tokenHash')
  })

  it("does not end another person's session, nor tell that it exists", async () => {
    const [me, them] = [await signIn(), await signIn()]
    for (const sessionId of [them.sessionId, '018f2d9e-0000-7000-8000-000000000000', "' OR 1=1"]) {
      const refused = revokeSession(database, { accountId: me.accountId, sessionId, now: at(1) })
      await expect(refused).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' })
    }
    expect(await findSession(database, { token: them.token, now: at(2) })).not.toBeNull()
  })
})

describe('the cookie', () => {
  it('is kept from scripts and from other sites', () => {
    const token = createSessionToken()
    expect(writeSessionCookie('https://shop.example', token)).toBe(
      `__Host-turnpike-session=${token}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure`,
    )
    expect(writeSessionCookie('http://localhost:4021', null)).toBe(
      'turnpike-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    )
  })

  it('holds a token or nothing', () => {
    const token = createSessionToken()
    expect(parseSessionToken(token)).toBe(token)
    for (const text of [undefined, '', `${token}x`, token.slice(1), '%'.repeat(43)])
      expect(parseSessionToken(text)).toBeNull()
  })

  it('is read from a request that carries exactly one', () => {
    const [token, other] = [createSessionToken(), createSessionToken()]
    const read = (header: string | null) => readSessionCookie('http://localhost:4021', header)
    expect(read(`theme=dark; turnpike-session=${token}; a=b`)).toBe(token)
    expect(read(`turnpike-session=${token}; turnpike-session=${other}`)).toBeNull()
    for (const header of [null, '', 'turnpike-session=', `xturnpike-session=${token}`]) expect(read(header)).toBeNull()
    expect(readSessionCookie('https://shop.example', `turnpike-session=${token}`)).toBeNull()
  })
})
