import { beforeEach, describe, expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createTestSeller, type TestSeller } from '@/development/testing/test-seller'
import { insertPayment } from '@/lib/payments/testing/insert-payment'
import { closeShop } from '../shop'
import { saveProfile } from '../storefront/profile'
import { readStatement } from './earnings'
import { issueInvoices, issueOwnInvoice } from './invoices'
import { exportPayments, getPayment } from './payments'

const site = await openTestSite()
const context = site.application.sellers
const { database } = context
const month = '2026-01'
let seller: TestSeller
beforeEach(async () => {
  seller = await createTestSeller(site)
})

async function sell({ day = 1, status = 'settled', settled = 10 as number | null } = {}): Promise<string> {
  const routeKey = `GET /x/${seller.handle}/text`
  const id = await insertPayment(database, { routeKey, status, settled, at: new Date(Date.UTC(2026, 0, day)) })
  const resourceUri = `${site.origin}/x/${seller.handle}/text`
  await database.payment.update({ where: { id }, data: { resourceUri, deliveredAt: new Date() } })
  return id
}

const issueOwn = (paymentId: string, words: object = {}, owner = { wallets: [], payments: [paymentId] }) =>
  issueOwnInvoice(context, { owner, paymentId }, words)
const invoiceOf = async (paymentId: string) => (await getPayment(context, seller.actor, paymentId)).invoice
const numberOf = async (paymentId: string) => (await invoiceOf(paymentId))?.number.replace(`${seller.handle}-`, '')
const buyer = { name: 'Ada <b>Lovelace</b>', address: '12 Mill Lane\nLondon', taxId: 'GB 123' }
const terms = { name: 'Kumquat GmbH', address: 'Obstweg 1', contact: 'a@b.example', tax: 'VAT', taxPercent: '19' }
const refused = (field: string, words: string) => ({ fields: { [field]: expect.stringContaining(words) } })
const say = (invoice: object) => saveProfile(context, seller.actor, { name: 'Kumquat Press', invoice })

describe('numbers of invoices', () => {
  it('have no gap when several are asked for at once, and stay when the same is asked for again', async () => {
    const sold = await Promise.all(Array.from({ length: 8 }, () => sell()))
    await Promise.all([...sold, ...sold].map((paymentId) => issueOwn(paymentId)))
    const numbers = await Promise.all(sold.map(numberOf))
    expect(numbers.toSorted()).toEqual(Array.from({ length: 8 }, (_, place) => `000${place + 1}`))
    await Promise.all(sold.map((paymentId) => issueOwn(paymentId, buyer)))
    expect(await Promise.all(sold.map(numberOf))).toEqual(numbers)
  })

  it('have no gap after one that failed between number and count', async () => {
    const [first, second] = [await sell(), await sell()]
    await database.$executeRawUnsafe(`
      CREATE FUNCTION refuse_count() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'The process died.'; END $$;
      CREATE TRIGGER refuse_count BEFORE UPDATE OF invoice_count ON sellers EXECUTE FUNCTION refuse_count()`)
    await expect(issueOwn(first)).rejects.toThrow()
    await database.$executeRawUnsafe('DROP FUNCTION refuse_count CASCADE')
    expect(await invoiceOf(first)).toBeNull()
    await issueOwn(second)
    await issueOwn(first)
    expect([await numberOf(second), await numberOf(first)]).toEqual(['0001', '0002'])
  })

  it('follow the days of a month for all that has none, and stand in the statement and in the CSV', async () => {
    const [late, early, asked] = [await sell({ day: 9 }), await sell({ day: 3 }), await sell({ day: 31 })]
    await sell({ status: 'abandoned', settled: null })
    await sell({ settled: 0 })
    await issueOwn(asked)
    expect(await issueInvoices(context, seller.actor, { month })).toEqual({ issued: 2, isDone: true })
    expect(await issueInvoices(context, seller.actor, { month })).toEqual({ issued: 0, isDone: true })
    expect(await Promise.all([asked, early, late].map(numberOf))).toEqual(['0001', '0002', '0003'])
    const { invoices } = await readStatement(context, seller.actor, { month })
    expect(invoices.map(({ paymentId }) => paymentId)).toEqual([asked, late, early])
    const ahead = issueInvoices(context, seller.actor, { month: '2099-01' })
    await expect(ahead).rejects.toMatchObject(refused('month', 'not begun'))
    expect(invoices[0]).toMatchObject({ invoice: { number: `${seller.handle}-0001` }, settledAtomic: 10n })
    const csv = await new Response(await exportPayments(context, seller.actor, {})).text()
    for (const { invoice } of invoices) expect(csv).toContain(`,${invoice?.number}\r\n`)
  })

  it('are of each shop', async () => {
    const [first, other] = [await sell(), await createTestSeller(site)]
    await issueOwn(first)
    expect(await issueInvoices(context, other.actor, { month })).toMatchObject({ issued: 0 })
    seller = other
    const own = await sell()
    await issueInvoices(context, other.actor, { month })
    expect(await numberOf(own)).toBe('0001')
  })
})

describe('an invoice', () => {
  it('keeps the words of its day, also when its seller changes them or closes the shop', async () => {
    await say(terms)
    const paymentId = await sell()
    await issueOwn(paymentId, buyer)
    await say({ ...terms, name: 'Another GmbH' })
    expect(await invoiceOf(paymentId)).toMatchObject({ seller: terms, buyer })
    await closeShop(context, seller.actor, { handle: seller.handle })
    expect(await invoiceOf(paymentId)).toMatchObject({ seller: terms, buyer })
    const closed = await database.seller.findUniqueOrThrow({ where: { handle: seller.handle } })
    expect(closed.invoiceTerms).toEqual({})
  })

  it('names the shop where its seller wrote no name, and takes the words of its buyer once', async () => {
    const paymentId = await sell()
    await issueInvoices(context, seller.actor, { month })
    expect(await invoiceOf(paymentId)).toMatchObject({ seller: { name: 'A shop of the tests' }, buyer: null })
    await issueOwn(paymentId)
    await issueOwn(paymentId, buyer)
    await issueOwn(paymentId, { name: 'Somebody else' })
    expect(await invoiceOf(paymentId)).toMatchObject({ buyer })
  })

  it('is not issued for a payment of another buyer, nor for one to no shop', async () => {
    const paymentId = await sell()
    const nobody = { wallets: [], payments: [] }
    const stranger = { wallets: [], payments: [await sell()] }
    for (const owner of [nobody, stranger])
      await expect(issueOwn(paymentId, buyer, owner)).rejects.toMatchObject({ code: 'PAYMENT_NOT_FOUND' })
    await database.payment.update({ where: { id: paymentId }, data: { resourceUri: `${site.origin}/weather` } })
    await expect(issueOwn(paymentId)).rejects.toMatchObject({ code: 'PAYMENT_NOT_FOUND' })
    expect(await invoiceOf(paymentId)).toBeNull()
  })

  it('is not issued with too long words', async () => {
    const paymentId = await sell()
    for (const [field, most] of Object.entries({ address: 400, name: 120, taxId: 60 }))
      await expect(issueOwn(paymentId, { [field]: 'a'.repeat(most + 1) })).rejects.toThrow(`at most ${most} characters`)
    expect(await invoiceOf(paymentId)).toBeNull()
  })

  it('has no control characters, and no percentage that is none', async () => {
    const paymentId = await sell()
    await issueOwn(paymentId, { name: 'Ada\u0007 \u202eLovelace' })
    expect((await invoiceOf(paymentId))?.buyer?.name).toBe('Ada  Lovelace')
    await expect(say({ taxPercent: '19 %' })).rejects.toMatchObject(refused('invoice.taxPercent', 'percentage'))
  })
})
