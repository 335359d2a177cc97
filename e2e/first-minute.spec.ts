import { expect, type Page, test } from '@playwright/test'
import { newHandle } from './sellers/new-handle'
import { openShop } from './sellers/open-shop'
import { bought, button, chooseNetwork } from './wallets/at-checkout'

const press = (page: Page, name: string) => button(page, name).click()

/** Counts what a person presses in this tab, across its pages. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() =>
    // Before any listener of the page, which may keep a press to itself.
    addEventListener(
      'click',
      ({ isTrusted, detail }) => {
        // What the keyboard and labels fire has no detail.
        if (isTrusted && detail > 0) sessionStorage.presses = Number(sessionStorage.presses ?? 0) + 1
      },
      { capture: true },
    ),
  )
  return () => page.evaluate(() => Number(sessionStorage.presses ?? 0))
}

/** From a sign-in to a shop whose money goes to that wallet, which is the demo's. */
async function openOwnShop(page: Page, handle: string) {
  await page.goto('/dashboard')
  await press(page, 'Use the demo wallet')
  await press(page, 'Sign in with wallet')
  await page.getByLabel('Name of the shop').fill('First shop')
  await page.getByLabel('Address of the shop').fill(handle)
  await press(page, 'Open the shop')
  await expect(page.getByRole('heading', { name: 'What do you want to sell?' })).toBeVisible()
}

/** In one press, or three with another network, and it stays open in this browser. */
async function buyFirst(page: Page, network: RegExp) {
  await page.goto('/articles/signed-is-not-paid')
  await chooseNetwork(page, network)
  await press(page, 'Pay 5 cents of test money')
  await expect(bought(page)).toBeFocused()
  await expect(bought(page).getByRole('region', { name: 'Receipt' })).toContainText('0.05 USDC')
  await page.reload()
  await expect(page.getByText(/^Yours since /)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The rest of this article' })).toHaveCount(0)
  await expect(button(page, 'Pay 5 cents of test money')).toHaveCount(0)
}

test('buys for the first time on Solana, with the demo wallet and without an extension', ({ page }) =>
  buyFirst(page, /Solana Devnet/))

test('buys in two presses, opens it again in none, and reads by its contents', async ({ page }) => {
  const presses = await countPresses(page)
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await page.goto('/articles')
  await page.getByRole('link', { name: 'A signature is not a payment' }).click()
  await expect(page.getByRole('heading', { name: 'The rest of this article' })).toBeVisible()
  await expect(contents).toHaveCount(0)
  await press(page, 'Pay 5 cents of test money')
  await expect(bought(page)).toBeVisible()
  expect(await presses()).toBe(2)
  const isShown = async () => {
    await contents.getByRole('link', { name: 'The useful habit' }).click()
    await expect(page.getByRole('heading', { name: 'The useful habit' })).toBeInViewport()
  }
  await isShown()
  await page.goto('/articles/signed-is-not-paid')
  await expect(page.getByText(/^Yours since /)).toBeVisible()
  expect(await presses()).toBe(3)
  await isShown()
})

test('says who is signed in, continues as the wallet of before, and lets go of it', async ({ page }) => {
  await page.goto('/library')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await press(page, 'Use the demo wallet')
  await press(page, 'Sign in with wallet')
  const who = page.getByRole('banner').locator('summary', { hasText: 'Signed in' })
  await expect(who).toHaveText(/^Signed in with 0x[0-9a-fA-F]{4}…[0-9a-fA-F]{4}$/)
  const short = (await who.textContent())?.replace('Signed in with ', '')
  await page.goto('/bazaar')
  await who.click()
  await expect(page.getByRole('banner').getByText('Signed in with Demo wallet')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(who).toBeFocused()
  await who.click()
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  await press(page, `Continue as ${short}`)
  await press(page, 'Sign in with wallet')
  await who.click()
  await page.getByRole('banner').getByRole('button', { name: 'Switch wallet' }).click()
  await expect(button(page, 'Connect wallet')).toBeVisible()
  await expect(button(page, 'Use the demo wallet')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 3 })

  test('buys for the first time on an EVM network, with the demo wallet and without an extension', ({ page }) =>
    buyFirst(page, /Base Sepolia/))

  test('sells for the first time, and gives the money back, without an extension', async ({
    page,
    browser,
    baseURL,
  }) => {
    const handle = newHandle('first')
    const presses = await countPresses(page)
    await openOwnShop(page, handle)
    await page.getByRole('link', { name: 'Article', exact: true }).click()
    await page.getByLabel('Title').fill('Kumquats, and how to keep them')
    await page.getByLabel('Text, in Markdown').fill('Keep them cool.')
    await page.getByLabel('Price, in dollars').fill('2 cents')
    await expect(page.getByText('Buyers pay 0.02 USDC.')).toBeVisible()
    await press(page, 'Save and sell')
    await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
    await page.getByRole('link', { name: 'Open the page' }).click()
    await page.waitForURL(/\/x\//)
    await expect(page.getByRole('heading', { name: 'Kumquats, and how to keep them' })).toBeVisible()
    // Two of them sign in.
    expect((await presses()) - 2).toBeLessThanOrEqual(6)

    const elsewhere = await browser.newContext()
    const buyer = await elsewhere.newPage()
    await buyer.goto(`${baseURL}/x/${handle}/kumquats-and-how-to-keep-them`)
    await press(buyer, 'Pay 2 cents of test money')
    await expect(bought(buyer)).toContainText('Keep them cool.')
    await elsewhere.close()

    await page.goto('/dashboard/payments')
    await expect(page.getByRole('table').first()).toContainText('0.02')
    await page.getByRole('table').first().getByRole('link').first().click()
    await page.getByText('Refund', { exact: true }).click()
    await press(page, 'Send it back')
    await expect(page.getByText('0.02 USDC given back').first()).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Given back' })).toBeVisible()
    for (const path of ['/dashboard', '/dashboard/earnings', '/dashboard/earnings/statement']) {
      await page.goto(path)
      await expect(page.getByRole('main')).toContainText(/kept\s*0\.00\sUSDC|0\.02\sUSDC\s*0\.00\sUSDC/i)
    }
  })
})

test('names every fault of a form at once, leads to each, and keeps what was written, but no form that was left as it came', async ({
  page,
}) => {
  await openShop(page, { word: 'draft' })
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('turnpike-draft ')))
  for (const kind of ['file', 'api', 'article']) {
    await page.goto(`/dashboard/routes/new?kind=${kind}`)
    await expect(page.locator('html')).toHaveAttribute('data-framework-ready')
    // A form is kept as its page is left.
    await page.goto('/articles')
    expect(await drafts(), kind).toEqual([])
  }
  await page.goto('/dashboard/routes/new?kind=article')
  await page.getByLabel('Price, in dollars').fill('1,000')
  await press(page, 'Save and sell')
  const alert = page.getByRole('alert').filter({ hasText: 'Not saved yet' })
  await expect(alert.getByRole('listitem')).toHaveCount(3)
  await expect(alert).toContainText('Write 1000 or $1.00.')
  await alert.getByRole('link', { name: 'Text, in Markdown', exact: true }).click()
  await expect(page.getByLabel('Text, in Markdown')).toBeFocused()
  await page.keyboard.type('Half a text')
  await expect.poll(() => drafts()).toHaveLength(1)
  await page.goto('/dashboard/routes')
  await page.goto('/dashboard/routes/new?kind=article')
  await expect(page.getByLabel('Text, in Markdown')).toHaveValue('Half a text')
  await press(page, 'Drop it')
  await expect(page.getByLabel('Text, in Markdown')).toHaveValue('')
})
