import { randomBytes } from 'node:crypto'
import type { LocalAccount } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { evmSigningWallet, proofHeader, signConfirmation, signProof } from '@/development/testing/sign-in-proofs'
import { openTestDatabase } from '@/development/testing/test-database'
import { createChains } from '@/lib/base/chains/chains'
import { parseServerEnv } from '@/lib/base/infra/env'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { answerLink } from '@/lib/gate/sign-in/http/answer-link-request'
import { answerSignIn } from '@/lib/gate/sign-in/http/answer-session-request'
import { findRequestSession } from '@/lib/gate/sign-in/sessions'
import { createSignInContext } from '@/lib/gate/sign-in/sign-in-context'
import { shopsPort } from './application'

const origin = 'https://shop.example'
const { url: databaseUrl, client: database } = await openTestDatabase()

const env = parseServerEnv({
  PUBLIC_ORIGIN: origin,
  DATABASE_URL: databaseUrl,
  TURNPIKE_SECRET: 'a secret of at least thirty-two characters',
})
const chains = createChains({ networks: {} })
const signIn = createSignInContext({
  database,
  clock: () => new Date(),
  secret: env.secret,
  verifyMessageSignature: (signed) => chains.verifyMessageSignature(signed),
  isContractWalletVerified: false,
})
const site = { database, publicOrigin: origin, signIn, signInNetworks: [BASE_SEPOLIA], shops: shopsPort }

const newAccount = () => privateKeyToAccount(generatePrivateKey())
const ask = (headers: Record<string, string> = {}) =>
  new Request(`${origin}/api/session`, { method: 'POST', headers: { origin, ...headers } })

type Answer = (site: Parameters<typeof answerSignIn>[0], request: Request) => Promise<Response>

/** Signs the challenge of an address and sends the proof there. */
async function prove(answer: Answer, account: LocalAccount = newAccount(), headers: Record<string, string> = {}) {
  const challenge = await (await answer(site, ask(headers))).json()
  const proof = await signProof(evmSigningWallet(account), challenge.extensions['sign-in-with-x'], BASE_SEPOLIA)
  const signed = { ...headers, 'sign-in-with-x': proofHeader(proof) }
  return { account, proof: signed, response: await answer(site, ask(signed)) }
}

/** Links a wallet as its signed-in holder does: the new wallet signs, then one of the account. */
async function link(holder: { account: LocalAccount; cookie: Record<string, string> }, added: LocalAccount) {
  const { proof, response } = await prove(answerLink, added, holder.cookie)
  const { confirmation } = await response.json()
  const consent = await signConfirmation(holder.account, confirmation)
  const signed = { ...proof, 'turnpike-confirmation': consent }
  return { signed, confirmation, response: await answerLink(site, ask(signed)) }
}

async function signedIn() {
  const { account, response } = await prove(answerSignIn)
  const cookie = response.headers.get('set-cookie') ?? ''
  return { account, setCookie: cookie, cookie: { cookie: cookie.split(';', 1)[0] ?? '' } }
}

const walletsOf = async (headers: Record<string, string>) =>
  ((await findRequestSession(site, ask(headers)))?.wallets ?? []).map(({ address }) => address)

const accountOf = async (headers: Record<string, string>) => {
  const session = await findRequestSession({ database, publicOrigin: origin }, ask(headers))
  if (!session) throw new Error('Expected a session.')
  return session.accountId
}

async function openShopOf(headers: Record<string, string>): Promise<string> {
  const handle = `shop-${randomBytes(4).toString('hex')}`
  const data = { accountId: await accountOf(headers), handle, name: 'A shop', createdAt: new Date() }
  await database.seller.create({ data })
  return handle
}

const shopOf = async (headers: Record<string, string>) =>
  (await database.seller.findUnique({ where: { accountId: await accountOf(headers) } }))?.handle

describe('signing in', () => {
  it('makes the browser forget what another person may have received in it', async () => {
    const { response } = await prove(answerSignIn)
    expect(response.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^__Host-turnpike-bought=; Path=\/; Max-Age=0;/),
    )
  })

  it('counts the cookie only where the request says that it is our own', async () => {
    const { account, cookie } = await signedIn()
    const opened = async (headers: Record<string, string>) => {
      const request = new Request(`${origin}/x/shop/text`, { headers: { ...cookie, ...headers } })
      return (await findRequestSession(site, request))?.wallets.length ?? 0
    }
    expect(await opened({ origin })).toBe(1)
    expect(await opened({ 'sec-fetch-site': 'same-origin' })).toBe(1)
    expect(await opened({ 'sec-fetch-site': 'none' })).toBe(1)
    for (const site of ['cross-site', 'same-site']) {
      expect(await opened({ 'sec-fetch-site': site, origin })).toBe(0)
      expect(await opened({ 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })).toBe(
        0,
      )
    }
    expect(await opened({ origin: 'https://evil.example' })).toBe(0)
    expect(await opened({})).toBe(0)
    expect(await walletsOf(cookie)).toEqual([account.address])
  })

  it('never signs a browser in to a session that was planted in it', async () => {
    const attacker = await signedIn()
    const invented = { cookie: `__Host-turnpike-session=${'A'.repeat(43)}` }
    for (const planted of [attacker.cookie, invented]) {
      const { account: victim, response } = await prove(answerSignIn, newAccount(), planted)
      const given = response.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
      expect(given).not.toBe(planted.cookie)
      expect(await walletsOf({ cookie: given })).toEqual([victim.address])
      expect(await walletsOf(planted)).toEqual([])
    }
  })

  it.each<Record<string, string>>([{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])(
    "refuses another site's request: %o",
    async (headers) => {
      expect((await answerSignIn(site, ask(headers))).status).toBe(403)
    },
  )
})

describe('a session', () => {
  it('takes in a further wallet by its own signature and one of a wallet that it has', async () => {
    const holder = await signedIn()
    const second = newAccount()
    const { response, confirmation, signed } = await link(holder, second)
    expect(confirmation.info.statement).toContain(second.address)
    expect(confirmation.info.statement).toContain(holder.account.address)
    expect(response.status).toBe(200)
    expect(await walletsOf(holder.cookie)).toEqual([holder.account.address, second.address])
    // Its holder signs twice more, and nothing happens twice.
    expect((await answerLink(site, ask(signed))).status).toBe(200)
    expect(await walletsOf(holder.cookie)).toHaveLength(2)
  })

  it('links no wallet without a signature of the account', async () => {
    const holder = await signedIn()
    const [thief, accomplice] = [newAccount(), newAccount()]
    const { proof, response } = await prove(answerLink, thief, holder.cookie)
    expect([response.status, (await response.clone().json()).code]).toEqual([403, 'SIGNATURE_REQUIRED'])
    const { confirmation } = await response.json()
    for (const signer of [thief, accomplice]) {
      const consent = await signConfirmation(signer, confirmation)
      const again = await answerLink(site, ask({ ...proof, 'turnpike-confirmation': consent }))
      expect(again.status).toBe(403)
    }
    expect(await walletsOf(holder.cookie)).toEqual([holder.account.address])
  })

  it('lets in the very wallet that was signed for, once', async () => {
    const holder = await signedIn()
    const asked = await prove(answerLink, newAccount(), holder.cookie)
    const consent = await signConfirmation(holder.account, (await asked.response.json()).confirmation)
    const thief = await prove(answerLink, newAccount(), holder.cookie)
    const swapped = await answerLink(site, ask({ ...thief.proof, 'turnpike-confirmation': consent }))
    expect([swapped.status, (await swapped.json()).detail]).toEqual([403, expect.stringContaining('statement')])
    const own = await answerLink(site, ask({ ...asked.proof, 'turnpike-confirmation': consent }))
    expect(own.status).toBe(200)
    // Once its holder has moved the wallet elsewhere, the old signatures do not bring it back.
    await link(await signedIn(), asked.account)
    expect((await answerLink(site, ask({ ...asked.proof, 'turnpike-confirmation': consent }))).status).not.toBe(200)
    expect(await walletsOf(holder.cookie)).toEqual([holder.account.address])
  })

  it('takes in no wallet by a proof that was made for signing in', async () => {
    const { account, cookie } = await signedIn()
    const challenge = await (await answerSignIn(site, ask())).json()
    const proof = await signProof(evmSigningWallet(newAccount()), challenge.extensions['sign-in-with-x'], BASE_SEPOLIA)
    const answer = await answerLink(site, ask({ ...cookie, 'sign-in-with-x': proofHeader(proof) }))
    expect((await answer.json()).error).toMatch(/^sign_in_rejected: uri/)
    expect(await walletsOf(cookie)).toEqual([account.address])
  })

  it('moves the shop of a wallet whose account had no other wallet', async () => {
    const [me, seller] = [await signedIn(), await signedIn()]
    const shop = await openShopOf(seller.cookie)
    const { response } = await link(me, seller.account)
    expect(response.status).toBe(200)
    expect(await shopOf(me.cookie)).toBe(shop)
  })

  it('leaves a shop with the other wallet of its account', async () => {
    const [me, seller] = [await signedIn(), await signedIn()]
    const shop = await openShopOf(seller.cookie)
    await link(seller, newAccount())
    expect((await link(me, seller.account)).response.status).toBe(200)
    expect([await shopOf(seller.cookie), await shopOf(me.cookie)]).toEqual([shop, undefined])
  })

  it('moves no wallet whose shop would come to an account that has one', async () => {
    const [me, seller] = [await signedIn(), await signedIn()]
    const [mine, theirs] = [await openShopOf(me.cookie), await openShopOf(seller.cookie)]
    const { response } = await link(me, seller.account)
    expect([response.status, await response.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'SHOP_IN_THE_WAY' }),
    ])
    expect([await shopOf(me.cookie), await shopOf(seller.cookie)]).toEqual([mine, theirs])
    expect(await walletsOf(seller.cookie)).toEqual([seller.account.address])
  })
})
