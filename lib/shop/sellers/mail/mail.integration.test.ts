import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { startMailServer } from '@/development/testing/mail-server'
import { openTestSite } from '@/development/testing/open-test-site'
import { createTestSeller, type TestSeller } from '@/development/testing/test-seller'
import { article, buy, sell as offer, sendOutbox } from '@/lib/shop/testing/selling'
import { queuePayments, queueSummaries } from '../outbox/queue-events'
import type { SellersContext } from '../ports'
import { handOverShop } from '../shop'
import { confirmMailbox, getMailbox, removeMailbox, setMailbox, unsubscribe } from './mailbox'

const HOUR_MS = 3_600_000
const server = await startMailServer()
const env = { SMTP_URL: server.url, MAIL_FROM: 'The site <site@example.com>', OPERATOR_EMAIL: 'operator@example.com' }
const site = await openTestSite({ env })
let now = new Date()
const context: SellersContext = { ...site.application.sellers, clock: () => now }

afterAll(() => server.down())

beforeEach(() => {
  now = new Date()
  server.received.length = 0
})

let counted = 0
const newAddress = () => `seller-${++counted}@example.com`
const lastMessage = (address: string) =>
  context.database.outboxItem.findFirst({ where: { receiver: address }, orderBy: { createdAt: 'desc' } })
const tokenIn = (text = '') => /token=([\w-]+)/.exec(text)?.[1] ?? ''

/** Requests mail to that address, and returns the token of the link in the question. */
async function ask(seller: TestSeller, address: string): Promise<string> {
  await setMailbox(context, seller.actor, { address, tellsEachSale: true })
  await sendOutbox(context)
  const mail = server.received.findLast(({ to }) => to.includes(address))
  expect(mail, JSON.stringify(await lastMessage(address))).toBeDefined()
  return tokenIn(mail?.text)
}

async function createConfirmed(address = newAddress()) {
  const seller = await createTestSeller(site)
  expect(await confirmMailbox(context, await ask(seller, address))).toBe(true)
  server.received.length = 0
  return { seller, address }
}

let sold = 0
async function sell(seller: TestSeller, title = 'A text'): Promise<void> {
  const { url } = await offer(site, seller, article(`/text-${++sold}`, { title }))
  await buy(url)
  now = new Date()
}

it('tells a confirmed address of a sale, once, in text and in markup, with a way out', async () => {
  const { seller, address } = await createConfirmed()
  await sell(seller, 'Kumquats & <b>quinces</b>')
  const queued = await Promise.all([queuePayments(context), queuePayments(context)])
  expect(queued.reduce((sum, count) => sum + count, 0)).toBe(1)
  const sent = await Promise.all([sendOutbox(context), sendOutbox({ ...context })])
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(await queuePayments(context)).toBe(0)
  expect(await sendOutbox(context)).toBe(0)
  const [mail, ...more] = server.received
  expect(more).toEqual([])
  expect(mail?.to).toEqual([address])
  expect(mail?.headers.get('from')).toBe('The site <site@example.com>')
  expect(mail?.headers.get('subject')).toBe('Sold: Kumquats & <b>quinces</b> for 0.01 USDC')
  expect(mail?.text).toContain('0.01 USDC on Base Sepolia, paid by 0x')
  expect(mail?.text).toMatch(new RegExp(`The payment: ${site.origin}/dashboard/payments/[0-9a-f-]{36}`))
  expect(mail?.html).toContain('Kumquats &#x26; &#x3C;b>quinces&#x3C;/b>')
  expect(mail?.html).not.toContain('<b>')
  expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(mail?.headers.get('list-unsubscribe')).toMatch(
    new RegExp(`^<${site.origin}/api/mail/unsubscribe\\?token=[\\w-]+>$`),
  )
})

it('tells of a sale that an instance without mail has passed by', async () => {
  const { seller, address } = await createConfirmed()
  await sell(seller)
  const hourAgo = new Date(Date.now() - 3_600_000)
  await context.database.mailbox.updateMany({ where: { address }, data: { sweptUntil: hourAgo } })
  await queuePayments({ ...context, mail: null })
  expect(await context.database.mailbox.findFirst({ where: { address } })).toMatchObject({ sweptUntil: hourAgo })
  await queuePayments(context)
  await sendOutbox(context)
  expect(server.received.map(({ to }) => to)).toEqual([[address]])
})

it('sends nothing but the question to an address that is not confirmed, and nothing of before', async () => {
  const seller = await createTestSeller(site)
  const address = newAddress()
  const token = await ask(seller, address)
  expect(server.received).toHaveLength(1)
  expect(server.received[0]?.headers.get('list-unsubscribe')).toBeUndefined()
  await sell(seller)
  expect(await queuePayments(context)).toBe(0)
  expect(await confirmMailbox(context, token)).toBe(true)
  expect(await queuePayments(context)).toBe(0)
  expect(await getMailbox(context, seller.actor)).toMatchObject({ address, isConfirmed: true })
})

it('tries again while the server is down, and sends once when it is back', async () => {
  const { seller, address } = await createConfirmed()
  await sell(seller)
  await queuePayments(context)
  await server.down()
  expect(await sendOutbox(context)).toBe(1)
  expect(await lastMessage(address)).toMatchObject({ state: 'waiting', fault: 'ESOCKET' })
  await server.up()
  expect(await sendOutbox(context)).toBe(0)
  now = new Date(now.getTime() + 30_000)
  expect(await sendOutbox(context)).toBe(1)
  expect(server.received).toHaveLength(1)
  expect(await lastMessage(address)).toMatchObject({ state: 'delivered', fault: null })
})

it('takes a link once, from its own mail, in time, and for the address of now', async () => {
  const seller = await createTestSeller(site)
  const first = await ask(seller, newAddress())
  const token = await ask(seller, newAddress())
  expect(await confirmMailbox(context, first)).toBe(false)
  const forged = `${token.slice(0, -4)}${token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
  for (const other of ['', 'x', '../..', forged, 'A'.repeat(2_000)])
    expect(await confirmMailbox(context, other)).toBe(false)
  const late = { ...context, clock: () => new Date(now.getTime() + 24 * HOUR_MS) }
  expect(await confirmMailbox(late, token)).toBe(false)
  // Nor does it unsubscribe.
  expect(await unsubscribe(context, token)).toBe(false)
  expect(await getMailbox(context, seller.actor)).toMatchObject({ isConfirmed: false })
  expect(await confirmMailbox(context, token)).toBe(true)
  expect(await confirmMailbox(context, token)).toBe(false)
})

it('confirms nothing of another shop', async () => {
  const [one, other] = [await createTestSeller(site), await createTestSeller(site)]
  const address = newAddress()
  const token = await ask(one, address)
  await setMailbox(context, other.actor, { address })
  expect(await confirmMailbox(context, token)).toBe(true)
  expect(await getMailbox(context, one.actor)).toMatchObject({ isConfirmed: true })
  expect(await getMailbox(context, other.actor)).toMatchObject({ isConfirmed: false })
  // Sends the other shop's question, so that the next tests do not meet it.
  await sendOutbox(context)
})

it('ends with the link of any mail, also for what waits, and for that shop only', async () => {
  const [leaving, staying] = [await createConfirmed(), await createConfirmed()]
  for (const { seller } of [leaving, staying]) await sell(seller)
  await queuePayments(context)
  await sendOutbox(context)
  const mail = server.received.find(({ to }) => to.includes(leaving.address))
  await sell(leaving.seller)
  await queuePayments(context)
  const token = tokenIn(mail?.headers.get('list-unsubscribe'))
  expect(await unsubscribe(context, token)).toBe(true)
  expect(await unsubscribe(context, token)).toBe(true)
  expect(await confirmMailbox(context, token)).toBe(false)
  server.received.length = 0
  await sendOutbox(context)
  expect(server.received).toEqual([])
  expect((await getMailbox(context, leaving.seller.actor)).address).toBeNull()
  expect(await lastMessage(leaving.address)).toMatchObject({ state: 'failed', fault: 'address_removed' })
  expect(await getMailbox(context, staying.seller.actor)).toMatchObject({ isConfirmed: true })
})

it('sums a day up once, the next morning, and only where something was sold', async () => {
  const [selling, idle] = [await createConfirmed(), await createConfirmed()]
  for (const { seller, address } of [selling, idle]) await setMailbox(context, seller.actor, { address })
  await sell(selling.seller, 'One')
  await sell(selling.seller, 'Two')
  await queuePayments(context)
  expect(await queueSummaries(context)).toBe(0)
  const day = now.toISOString().slice(0, 10)
  now = new Date(now.getTime() + 24 * HOUR_MS)
  const queued = await Promise.all([queueSummaries(context), queueSummaries(context)])
  expect(queued.reduce((sum, count) => sum + count, 0)).toBe(2)
  expect(await queueSummaries(context)).toBe(0)
  await sendOutbox(context)
  expect(server.received).toMatchObject([{ to: [selling.address] }])
  expect(server.received[0]?.headers.get('subject')).toBe(`Sold on ${day}: 0.02 USDC`)
  expect(server.received[0]?.text).toContain('0.02 USDC on Base Sepolia, 2 payments')
  expect(server.received[0]?.text).toContain('“Two”: 0.01 USDC, one payment')
})

it('forgets the address of a shop that goes to another account', async () => {
  const { seller, address } = await createConfirmed()
  const toAccountId = randomUUID()
  const move = { fromAccountId: seller.actor.accountId, toAccountId }
  await context.database.$transaction((transaction) => handOverShop(transaction, move))
  await sell({ ...seller, actor: { accountId: toAccountId } })
  expect(await queuePayments(context)).toBe(0)
  expect((await getMailbox(context, { accountId: toAccountId })).address).toBeNull()
  expect(await context.database.mailbox.count({ where: { address } })).toBe(0)
})

it('lets no title write headers or markup of the mail', async () => {
  const { seller, address } = await createConfirmed()
  await sell(seller, 'Harmless')
  const title = 'A\r\nBcc: victim@example.com\r\n\r\n<img src=x>\u202e'
  await context.database.storedRoute.updateMany({ where: { seller: { handle: seller.handle } }, data: { title } })
  await queuePayments(context)
  await sendOutbox(context)
  const [mail] = server.received
  expect(mail?.to).toEqual([address])
  expect([...(mail?.headers.keys() ?? [])]).not.toContain('bcc')
  expect(mail?.headers.get('subject')).toBe('Sold: A Bcc: victim@example.com <img src=x> for 0.01 USDC')
  expect(mail?.html).not.toContain('<img')
})

it('takes nothing as an address that is more or less than one', async () => {
  const { actor } = await createTestSeller(site)
  const two = ['a@example.com, b@example.com', 'a@example.com\r\nBcc: b@example.com']
  for (const address of [...two, 'Eve <a@example.com>', 'a@localhost', '"a b"@example.com', ''])
    await expect(setMailbox(context, actor, { address }), address).rejects.toMatchObject({
      code: 'INPUT_REFUSED',
      fields: { address: expect.any(String) },
    })
})

it('asks an address three times a day at most, whichever shops want it, and a shop five addresses', async () => {
  const address = newAddress()
  const shops = await Promise.all([1, 2, 3, 4, 5].map(() => createTestSeller(site)))
  const asked = await Promise.allSettled(shops.map(({ actor }) => setMailbox(context, actor, { address })))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const seller = await createTestSeller(site)
  for (let each = 0; each < 5; each++) await setMailbox(context, seller.actor, { address: newAddress() })
  const sixth = setMailbox(context, seller.actor, { address: newAddress() })
  await expect(sixth).rejects.toMatchObject({ code: 'INPUT_REFUSED' })
  now = new Date(now.getTime() + 25 * HOUR_MS)
  expect(await setMailbox(context, seller.actor, { address: newAddress() })).toMatchObject({ isConfirmed: false })
  await removeMailbox(context, seller.actor)
  expect(await getMailbox(context, seller.actor)).toMatchObject({ address: null, isConfirmed: false })
})
