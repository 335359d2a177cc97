import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { evmDevnetAccount } from '@/development/devnet/wallets'
import { buy } from './outsiders/buy'
import { startForeignService } from './outsiders/foreign-service'
import { pictureWidth } from './picture-width'

const results = (page: Page) => page.getByRole('region', { name: 'Results' })

/** Waits until the demo's sample service was probed, and finds its entry. */
async function findService(request: APIRequestContext, name: string) {
  let found: { resource: string; accepts: { payTo: string }[] } | undefined
  await expect
    .poll(async () => {
      const answer = await request.get('/facilitator/discovery/resources?host=localhost&limit=100')
      const { items } = await answer.json()
      found = items.find(({ serviceName }: { serviceName?: string }) => serviceName === name)
      return found?.resource
    })
    .toBeTruthy()
  if (!found) throw new Error(`${name} is not listed`)
  return found
}

test('a service beside the site is checked, sold and counted, and found by its host and its wallet', async ({
  page,
  request,
}) => {
  const { resource, accepts } = await findService(request, 'Daylight')
  const bought = await buy(request, `${resource}?latitude=10&date=2026-01-01`)
  expect([bought.status, JSON.parse(bought.text)]).toMatchObject([200, { hours: 11.55 }])

  await page.goto('/bazaar?query=Daylight')
  const card = results(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: /^Daylight/ }) })
  await expect(async () => {
    await page.reload()
    await expect(card).toContainText('1 payer', { timeout: 1_000 })
  }).toPass()
  await page.goto((await card.getByRole('link').first().getAttribute('href')) ?? '')
  const health = page.getByRole('region', { name: 'Health' })
  await expect(async () => {
    await page.reload()
    await page.getByText('Quality and health').click()
    await expect(health).toContainText(/\d+ of the last \d+ checks answered with a price/, { timeout: 1_000 })
  }).toPass({ timeout: 90_000 })

  await expect(page.getByRole('region', { name: 'Quality' })).toContainText(
    /\d+ calls? in 30 days, 1 independent payer/,
  )

  await page.getByText('Ways to pay', { exact: true }).first().click()
  await page.getByRole('link', { name: 'Everything paid to this wallet' }).first().click()
  await expect(page).toHaveURL(/\/bazaar\?.*payTo=/)
  expect(accepts[0]?.payTo).toBe(evmDevnetAccount('maker').address)
  await expect(page.getByRole('main')).toContainText('Factors')
  await page.goBack()
  await page.getByRole('link', { name: 'Everything at localhost' }).click()
  await expect(page).toHaveURL(/\/bazaar\?.*host=localhost/)
  await expect(page.getByRole('main')).toContainText('Daylight')
})

test('a service has its icon, name and tags, and keeps none that break the rules', async ({ page, request }) => {
  await findService(request, 'Daylight')
  await page.goto('/bazaar?query=Daylight')
  const entry = await results(page)
    .getByRole('link', { name: /^Daylight/ })
    .first()
    .getAttribute('href')
  const picture = page.getByRole('main').locator('header img')
  await expect(async () => {
    await page.goto(entry ?? '')
    await expect(picture).toHaveAttribute('src', /^\/bazaar\/icon\/[\w-]+$/, { timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  await expect.poll(() => pictureWidth(picture)).toBe(128)
  await expect(page.getByRole('main')).toContainText('astronomy')

  const hostile = await startForeignService({
    facilitatorUrl: `${process.env.E2E_ORIGIN}/facilitator`,
    payTo: { evm: evmDevnetAccount('maker').address, svm: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
    about: { serviceName: '<b>Bold</b> & co', tags: ['<i>'], iconUrl: 'http://127.0.0.1/private.png' },
  })
  try {
    const url = `${hostile.origin}/quote?author=Lovelace`
    const probed = await request.post('/facilitator/discovery/probe', { data: { url, method: 'GET' } })
    expect(await probed.json()).toMatchObject({ status: 'success' })
    await page.goto('/bazaar?host=127.0.0.1')
    await page.goto((await page.getByRole('link', { name: '<b>Bold</b> & co' }).getAttribute('href')) ?? '')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('<b>Bold</b> & co')
    await expect(page.getByRole('main').locator('img')).toHaveCount(0)
    const { items } = await (await request.get(`/facilitator/discovery/resources?host=127.0.0.1&limit=100`)).json()
    const listed = items.find(({ resource }: { resource: string }) => resource === `${hostile.origin}/quote`)
    expect(listed).toMatchObject({ serviceName: '<b>Bold</b> & co', tags: ['<i>'] })
    expect(listed).not.toHaveProperty('iconUrl')
  } finally {
    await hostile.stop()
  }
})
