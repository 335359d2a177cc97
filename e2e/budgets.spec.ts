import { type Browser, expect, type Page, test } from '@playwright/test'
import type { Hex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { openShop } from './sellers/open-shop'
import { askApi, sellByProgram } from './sellers/sell-by-program'
import { bought, button, connectButton, connectEvm, signInButton } from './wallets/at-checkout'
import { BASE_SEPOLIA, injectEvmWallet } from './wallets/evm-wallet'
import { fund } from './wallets/fund'

const texts = Array.from({ length: 3 }, (_, index) => `Text ${index + 1}`)
const pathOf = (title: string) => `/${title.toLowerCase().replace(' ', '-')}`

/** A shop with those texts, of five cents each. */
async function openLibrary(browser: Browser, baseURL: string | undefined, titles: string[]): Promise<string> {
  const page = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
  const { handle, secret } = await openShop(page, { word: 'budget', scopes: ['routes:write', 'shop:write'] })
  const wished = await askApi(page.request, secret, 'PUT', '/shop/profile', { name: 'Budgets', takesBudgets: true })
  expect(wished.status()).toBe(200)
  for (const title of titles) {
    const body = `## ${title} to its end`
    await sellByProgram(page.request, secret, { title, path: pathOf(title), body, dollars: '$0.05' })
  }
  await page.context().close()
  return handle
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test.describe('on a phone', () => {
  test.use(phone)
  test('a budget of two presses reads three texts with a press each, and moves to another device', async ({
    page,
    request,
    browser,
    baseURL,
  }) => {
    const handle = await openLibrary(browser, baseURL, [...texts, 'Text 4', 'Text 5'])
    const key = generatePrivateKey()
    const wallet = await injectEvmWallet(page, { key })
    await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '3000000' })
    const [first = '', ...others] = texts
    await page.goto(`/x/${handle}${pathOf(first)}`)
    await connectEvm(page, wallet)
    await expect(button(page, 'Pay 0.05 USDC')).toBeVisible()
    await page.getByText('Or set a budget for this seller').tap()
    await button(page, 'Put 2.00 USDC aside and open this').tap()
    await expect(bought(page)).toContainText('Text 1 to its end')
    await page.reload()
    await expect(page.getByText(/^Yours since /)).toBeVisible()

    for (const title of others) {
      await page.goto(`/x/${handle}${pathOf(title)}`)
      await button(page, 'Open it for 0.05 USDC').tap()
      await expect(bought(page)).toContainText(`${title} to its end`)
    }
    expect([wallet.signatures(), await wallet.balance()]).toEqual([1, 1_000_000n])
    await moveToAnother({ page, browser, handle, key })
  })
})

/** Another device of the same wallet reads what was bought for nothing, and takes the rest of the budget over. */
async function moveToAnother({
  page,
  browser,
  handle,
  key,
}: {
  page: Page
  browser: Browser
  handle: string
  key: Hex
}) {
  // The budget is listed where its key is, without a sign-in.
  await page.goto('/library')
  await expect(page.getByRole('region', { name: 'Budgets in this browser' })).toContainText('1.85 USDC')
  const other = await (await browser.newContext()).newPage()
  const wallet = await injectEvmWallet(other, { key })
  await other.goto(`/x/${handle}${pathOf('Text 3')}`)
  await button(other, 'Already bought?').click()
  await connectEvm(other, wallet)
  await signInButton(other).click()
  await expect(bought(other)).toContainText('Text 3 to its end')

  await other.goto('/library')
  const row = other.getByRole('row').filter({ hasText: '1.85 USDC' })
  await expect(row).toContainText('ends the other browser’s key')
  await button(other, 'Move it to this browser').click()
  await expect(row.getByText('Closed: 1.85 USDC is back in your wallet')).toBeVisible()
  await expect(row).toContainText('The key in the other browser is useless now.')
  expect([wallet.signatures(), await wallet.balance()]).toEqual([1, 2_850_000n])
  await other.goto(`/x/${handle}${pathOf('Text 4')}`)
  // The form is open, with the amount that came back.
  await connectButton(other).last().click()
  await button(other, 'Put 1.85 USDC aside and open this').click()
  await expect(bought(other)).toContainText('Text 4 to its end')
  expect([wallet.signatures(), await wallet.balance()]).toEqual([2, 1_000_000n])

  await page.goto(`/x/${handle}${pathOf('Text 5')}`)
  await button(page, 'Open it for 0.05 USDC').click()
  // Its key is useless now, and gone.
  await expect(connectButton(page)).toBeVisible()
  await expect(button(page, 'Open it for 0.05 USDC')).toBeHidden()
  await expect(bought(page)).toBeHidden()
  await other.context().close()
}

test('two tabs that press at once stay within the limit of a day, and are charged once for each text', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const [first = '', second = '', third = ''] = texts
  const handle = await openLibrary(browser, baseURL, [first, second, third])
  const wallet = await injectEvmWallet(page)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '3000000' })
  await page.goto(`/x/${handle}${pathOf(first)}`)
  await connectEvm(page, wallet)
  await page.getByText('Or set a budget for this seller').click()
  await page.getByLabel('Budget in USDC').fill('0,4')
  await expect(page.getByText('Enter an amount of at least 0.50 USDC')).toBeVisible()
  await page.getByLabel('Budget in USDC').fill('1')
  await page.getByText('Limits', { exact: true }).first().click()
  await page.getByLabel('At most for one thing').fill('0.01')
  await expect(page.getByText('at least the 0.05 USDC that this costs')).toBeVisible()
  await page.getByLabel('At most for one thing').fill('')
  await page.getByLabel('At most in one day').fill('0,10')
  await button(page, 'Put 1.00 USDC aside and open this').click()
  await expect(bought(page)).toContainText('Text 1 to its end')

  const other = await page.context().newPage()
  await page.goto(`/x/${handle}${pathOf(second)}`)
  await other.goto(`/x/${handle}${pathOf(third)}`)
  const buttons = [page, other].map((tab) => button(tab, 'Open it for 0.05 USDC'))
  for (const each of buttons) await expect(each).toBeEnabled()
  // The press in one tab takes the button out of the other.
  await Promise.all(buttons.map((each) => each.evaluate((shown: HTMLButtonElement) => shown.click())))
  const ends = [page, other].map((tab) => ({
    opened: bought(tab),
    kept: tab
      .getByText('You allow 0.10 USDC a day for this seller, and 0.10 USDC is spent today.')
      .filter({ visible: true }),
  }))
  // A tab that is still paying counts its own call for the day already.
  for (const end of ['opened', 'kept'] as const) {
    await expect.poll(() => Promise.all(ends.map(async (tab) => tab[end].isVisible()))).toContainEqual(true)
  }
  // The limit may be raised, or the text paid by the wallet.
  const stopped = (await ends[0]?.kept.isVisible()) ? page : other
  await expect(button(stopped, 'Pay 0.05 USDC').or(stopped.getByRole('button', { name: /^Continue as/ }))).toBeVisible()
  await stopped.getByText('Change or end this budget').click()
  await stopped.getByLabel('At most in one day').first().fill('0.2')
  await button(stopped, 'Save the limits').click()
  await button(stopped, 'Open it for 0.05 USDC').click()
  await expect(bought(stopped)).toBeVisible()
  await button(stopped, 'Get 0.85 USDC back').click()
  await expect(stopped.getByText('0.85 USDC is back in your wallet')).toBeVisible()
  expect([wallet.signatures(), await wallet.balance()]).toEqual([1, 2_850_000n])
})
