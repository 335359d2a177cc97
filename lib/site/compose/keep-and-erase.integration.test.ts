import { describe, expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { signInHeaders } from '@/development/testing/sign-in-proofs'
import { termsOf } from '@/development/testing/terms-of'
import { createEvmBuyer, type TestBuyer } from '@/development/testing/test-buyer'
import { createTestImage } from '@/development/testing/test-image'
import { createTestKey, createTestSeller, priceOf, type TestSeller } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { sql } from '@/lib/base/infra/database'
import { createSessionToken, parseSessionToken } from '@/lib/gate/sign-in/session-cookie'
import { findSession } from '@/lib/gate/sign-in/sessions'
import { listPurchases } from '@/lib/payments/list-purchases'
import { purgeImages } from '@/lib/shop/sellers/images/images'
import { authenticateKey } from '@/lib/shop/sellers/keys/keys'
import { makeUpstreamKey } from '@/lib/shop/sellers/keys/upstream-keys'
import { listPayments } from '@/lib/shop/sellers/payments/payments'
import { produceCopy } from '@/lib/shop/sellers/produce/produce-goods'
import { promiseRefund } from '@/lib/shop/sellers/refunds/refunds'
import { archiveRoute, eraseArchived } from '@/lib/shop/sellers/routes/move-route'
import { saveFile } from '@/lib/shop/sellers/routes/save-content'
import { createRoute, updateRoute } from '@/lib/shop/sellers/routes/write-route'
import { closeShop, findSeller } from '@/lib/shop/sellers/shop'
import { saveProfile } from '@/lib/shop/sellers/storefront/profile'
import { buy as buyAt, article as textAt } from '@/lib/shop/testing/selling'
import { closeAccount } from './close-account'

const world = testWorld()
const site = await openTestSite()
const { sellers: context, database } = site.application
const DAY_MS = 86_400_000

const article = (path: string, body: string) => textAt(path, { signIn: {}, body })

const daysOn = (days: number) => ({ now: new Date(Date.now() + days * DAY_MS) })
const erase = (days: number, archivedDays = 1) => eraseArchived(database, { archivedDays }, daysOn(days))

/** Whether any row of the database holds that text. */
async function isInDatabase(text: string): Promise<boolean> {
  const tables = await database.rows<{ name: string }>(sql`
    SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables
    WHERE schemaname = current_schema()`)
  for (const { name } of tables) {
    const rows = await database.$queryRawUnsafe<unknown[]>(
      `SELECT 1 FROM ${name} AS one WHERE strpos(one::text, $1) > 0 OR strpos(one::text, $2) > 0 LIMIT 1`,
      text,
      Buffer.from(text).toString('hex'),
    )
    if (rows.length > 0) return true
  }
  return false
}

async function buy(url: string) {
  const { buyer } = await buyAt(url)
  const owner = { wallets: [{ scope: 'evm', address: buyer.address }], payments: [] }
  const [purchase] = await listPurchases(database, { owner })
  return { buyer, paymentId: purchase?.paymentId ?? '' }
}

/** The address has nothing to pay: its buyer signs in and reads, others are refused. */
async function expectKeptFor(url: string, buyer: TestBuyer, text: string) {
  // Instances look for changes of a shop about once a second.
  await expect.poll(async () => termsOf(await fetch(url)).accepts).toEqual([])
  const stranger = await createEvmBuyer(world, 0n)
  const signedIn = await fetch(url, { headers: await signInHeaders(url, buyer.key) })
  expect([signedIn.status, await signedIn.text()]).toEqual([200, expect.stringContaining(text)])
  expect((await fetch(url, { headers: await signInHeaders(url, stranger.key) })).status).toBe(402)
}

async function uploadTo({ actor }: TestSeller, text: string): Promise<string> {
  const file = { kind: 'file', title: 'A file', method: 'GET', path: '/file', price: priceOf('$0.01') }
  const { routeId } = await createRoute(context, actor, file)
  await saveFile(context, actor, routeId, { name: 'a.txt', mediaType: 'text/plain', body: new Blob([text]).stream() })
  return routeId
}

it('an archived text is erased after the site’s time with its file and images, and another shop’s stays', async () => {
  const [seller, other] = [await createTestSeller(site), await createTestSeller(site)]
  const { imageId } = await createTestImage(site, seller)
  const body = `Erase-me-${seller.handle} ![Alt](image:${imageId})`
  const { routeId } = await createRoute(context, seller.actor, article('/text', `Earlier-${seller.handle}`))
  await updateRoute(context, seller.actor, routeId, article('/text', body))
  const fileId = await uploadTo(seller, `file of ${seller.handle}`)
  await createRoute(context, other.actor, article('/text', `Keep-me-${other.handle}`))
  for (const id of [routeId, fileId]) await archiveRoute(context, seller.actor, id)
  await erase(0.9)
  expect(await isInDatabase(`Erase-me-${seller.handle}`)).toBe(true)
  await erase(1.1)
  expect(await isInDatabase(`Erase-me-${seller.handle}`)).toBe(false)
  expect(await isInDatabase(`Earlier-${seller.handle}`)).toBe(false)
  expect(await isInDatabase(`file of ${seller.handle}`)).toBe(false)
  // An unsaved text may show it.
  await purgeImages(database, daysOn(31).now)
  expect(await database.shopImage.count({ where: { imageId } })).toBe(1)
  await purgeImages(database, daysOn(32).now)
  expect(await database.shopImage.count({ where: { imageId } })).toBe(0)
  expect(await database.upload.count({ where: { routeId: fileId } })).toBe(0)
  expect(await isInDatabase(`Keep-me-${other.handle}`)).toBe(true)
  expect(await erase(1.1)).toBe(0)
})

describe('a closed shop', () => {
  it('sells and writes nothing, keeps its payments, and loses its texts and belongings', async () => {
    const [seller, other] = [await createTestSeller(site), await createTestSeller(site)]
    const { actor, handle } = seller
    const sold = await createRoute(context, actor, article('/sold', `Sold-${handle}`))
    await createRoute(context, actor, article('/unsold', `Unsold-${handle}`))
    await createRoute(context, other.actor, article('/text', `Other-${other.handle}`))
    const { secret } = await createTestKey(site, seller, { name: 'A key', scopes: ['routes:read'] })
    const { buyer, paymentId } = await buy(sold.url)
    await expect(closeShop(context, actor, { handle: 'another' })).rejects.toMatchObject({ code: 'INPUT_REFUSED' })
    await closeShop(context, actor, { handle })
    await erase(0, 365)
    expect(await isInDatabase(`Unsold-${handle}`)).toBe(false)
    expect(await (await produceCopy(database, sold.routeId))?.text()).toContain(`Sold-${handle}`)
    expect(await isInDatabase(`Other-${other.handle}`)).toBe(true)
    await expectKeptFor(sold.url, buyer, `Sold-${handle}`)
    expect(await authenticateKey(context, secret)).toBeNull()
    expect(await findSeller(context, actor)).toMatchObject({ closedAt: expect.any(Date), payees: [] })
    await expect(createRoute(context, actor, article('/new', 'x'))).rejects.toThrow()
    for (const change of [
      () => saveProfile(context, actor, { name: 'Again' }),
      () => makeUpstreamKey(context, actor, {}),
      () => closeShop(context, actor, { handle }),
    ])
      await expect(change()).rejects.toMatchObject({ code: 'SHOP_CLOSED' })
    expect((await listPayments(context, actor, {})).payments).toHaveLength(1)
    await expect(promiseRefund(context, actor, paymentId, { amount: '0.001' })).resolves.toBeDefined()
  })

  it('is not closed while it owes a delivery', async () => {
    const seller = await createTestSeller(site)
    const { url } = await createRoute(context, seller.actor, article('/sold', 'Sold.'))
    const { paymentId } = await buy(url)
    const isDelivered = async () => (await database.payment.findUnique({ where: { id: paymentId } }))?.deliveredAt
    await expect.poll(isDelivered).not.toBeNull()
    await database.payment.update({ where: { id: paymentId }, data: { deliveredAt: null } })
    await expect(closeShop(context, seller.actor, { handle: seller.handle })).rejects.toThrow(/without a delivery: 1/)
  })
})

it('an account closes after its shop, with the end of its address typed; its purchases stay with the wallet', async () => {
  const seller = await createTestSeller(site)
  const { actor, handle, wallet, sessionToken } = seller
  const ending = wallet.address.slice(-4)
  const close = (typed: string) => closeAccount(database, actor, { ending: typed })
  await expect(close('zzzz')).rejects.toMatchObject({ code: 'INPUT_REFUSED' })
  await expect(close(ending)).rejects.toMatchObject({ code: 'SHOP_CLOSED' })
  await closeShop(context, actor, { handle })
  await close(ending)
  expect(
    await findSession(database, { token: parseSessionToken(sessionToken) ?? createSessionToken(), now: new Date() }),
  ).toBeNull()
  expect(await database.account.count({ where: { id: actor.accountId } })).toBe(0)
})
