import { expect, type Page, test } from '@playwright/test'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expectAccessible } from './expect-accessible'
import { confirmChange } from './sellers/confirm-change'
import { openMore } from './sellers/open-more'
import { openShop } from './sellers/open-shop'
import { askApi, sellByProgram } from './sellers/sell-by-program'
import { typeWhileWaiting, whileWaiting } from './sellers/type-while-waiting'
import { button, failure } from './wallets/at-checkout'

const elsewhere = privateKeyToAddress(generatePrivateKey())
const another = privateKeyToAddress(generatePrivateKey())
const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Saved' })

test('a text typed while a form is refused stays, and what was signed counts', async ({ page }) => {
  const { handle, wallet } = await openShop(page, { word: 'held' })
  await page.goto('/dashboard/payees')
  await page.getByLabel('Address that gets the money').fill('0x12')
  await page.getByLabel('This is my address, letter by letter').check()
  await typeWhileWaiting(page, 'Confirm this address', 'Address that gets the money', another)
  await expect(page.getByLabel('This is my address, letter by letter')).not.toBeChecked()
  await page.getByLabel('This is my address, letter by letter').check()
  await button(page, 'Confirm this address').click()
  const step = page.getByRole('region', { name: 'Confirm with your wallet' })
  await expect(step).toContainText(`Set the payout address of the shop ${handle} on Base Sepolia`)
  await expect(step).toContainText(`After: ${another}.`)
  wallet.declineNext()
  await confirmChange(page)
  await expect(failure(page, 'You declined in your wallet')).toBeVisible()
  await expect(page.getByLabel('Address that gets the money')).toHaveValue(another)
  await expect(page.getByLabel('This is my address, letter by letter')).toBeChecked()
  // What was signed must be what the form says by now.
  await page.getByLabel('Address that gets the money').fill(elsewhere)
  await page.getByLabel('This is my address, letter by letter').check()
  await confirmChange(page)
  await expect(page.getByRole('alert').filter({ hasText: 'statement_changed' })).toBeVisible()
  await expect(step).toContainText(`After: ${elsewhere}.`)
  await confirmChange(page)
  await expect(page.getByRole('table', { name: 'Confirmed addresses' })).toContainText('Base Sepolia')
})

test('a refused save leads to its first fault, and a saved one keeps what is typed', async ({ page }) => {
  await openShop(page, { word: 'fault' })
  await page.goto('/dashboard/routes/new?kind=api')
  await page.getByLabel('Title').fill('Echo')
  await openMore(page)
  await page.getByLabel('Path', { exact: true }).fill('/echo')
  await page.getByLabel('Address of your server').fill('http://169.254.169.254/latest')
  await page.getByLabel('Price, in dollars', { exact: true }).fill('$0.02')
  await page.getByLabel('Secret headers').fill('X-Api-Key: the secret')
  await button(page, 'Save and sell').click()
  await expect(page.getByLabel('Address of your server')).toBeFocused()
  await expect(page.getByLabel('Address of your server')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await expect(page.getByLabel('Title')).not.toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Address of your server').fill('http://127.0.0.1:8080/echo')
  // What is mended is no longer at fault, in the list either.
  await expect(page.getByLabel('Address of your server')).not.toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Not saved yet')).toHaveCount(0)
  await page.route('**/dashboard/routes/new**', (route) => route.abort())
  await button(page, 'Save and sell').click()
  await expect(page.getByRole('alert').filter({ hasText: 'No answer came' })).toBeFocused()
  await expect(page.getByLabel('Secret headers')).toHaveValue('X-Api-Key: the secret')
  await page.unroute('**/dashboard/routes/new**')
  await button(page, 'Save and sell').click()
  await expect(saved(page)).toBeVisible()

  await page.goto(page.url().split('?')[0] ?? '')
  await page.getByLabel('Title').fill('Echo, changed')
  await openMore(page)
  await page.getByLabel('One payment opens it').selectOption('For 30 days, to the wallet that paid')
  await page.getByLabel('Secret headers').fill('X-Api-Key: another secret')
  await typeWhileWaiting(page, 'Save the changes', 'What buyers get', 'Says what you say.')
  await expect(page.getByRole('heading', { level: 1, name: 'Echo, changed' })).toBeVisible()
  await expect(saved(page)).toBeVisible()
  await expect(page.getByLabel('What buyers get')).toHaveValue('Says what you say.')
  await expect(page.getByLabel('One payment opens it')).toHaveValue('2592000')
  // A secret that is stored is not shown again.
  await expect(page.getByLabel('Secret headers')).toHaveValue('')
  const description = page.getByLabel('What buyers get')
  await whileWaiting(page, 'Save the changes', () => description.selectText())
  await page.keyboard.type('Says all that you say.')
  await button(page, 'Pause').click()
  await expect(button(page, 'Sell again')).toBeFocused()
  await expect(description).toHaveValue('Says all that you say.')
})

test('drafts, two writers, and a route by keyboard', async ({ page, request, context, browser }) => {
  await page.clock.install({ time: Date.now() - 600_000 })
  const { secret } = await openShop(page, { word: 'draft', scopes: ['routes:read', 'routes:write'] })
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('turnpike-draft ')))
  await page.goto('/dashboard/routes/new?kind=article')
  await expect(page.locator('html')).toHaveAttribute('data-framework-ready')
  // A form is kept as its page is left, but not one that was left as it came.
  await page.goto('/articles')
  expect(await drafts()).toEqual([])
  await page.goto('/dashboard/routes/new?kind=article')
  await page.getByLabel('Price, in dollars').fill('1,000')
  await button(page, 'Save and sell').click()
  const alert = page.getByRole('alert').filter({ hasText: 'Not saved yet' })
  await expect(alert.getByRole('listitem')).toHaveCount(3)
  await expect(alert).toContainText('Write 1000 or $1.00.')
  await alert.getByRole('link', { name: 'Text, in Markdown', exact: true }).click()
  await expect(page.getByLabel('Text, in Markdown')).toBeFocused()
  await page.keyboard.type('Half a text')
  await page.goto('/dashboard/routes')
  await page.goto('/dashboard/routes/new?kind=article')
  await expect(page.getByLabel('Text, in Markdown')).toHaveValue('Half a text')
  await button(page, 'Drop it').click()
  await expect(page.getByLabel('Text, in Markdown')).toHaveValue('')

  const text = { title: 'On tolls', path: '/tolls', body: 'The first text.' }
  const { routeId } = await sellByProgram(request, secret, text)
  const stored = async () => (await askApi(request, secret, 'GET', `/routes/${routeId}`)).json()
  // In another browser: a tab of the same one whose form starts later finds the draft of the first.
  const { cookies } = await context.storageState()
  const other = await browser.newPage({ storageState: { cookies, origins: [] } })
  for (const each of [page, other]) {
    await each.goto(`/dashboard/routes/${routeId}`)
    await expect(each.locator('html')).toHaveAttribute('data-framework-ready')
  }
  await page.getByLabel('Text, in Markdown').fill('A new text.')
  await button(page, 'Save the changes').click()
  await expect(page.getByText(/^Saved/)).toBeVisible()
  await other.getByLabel('Title').fill('On tolls and gates')
  await button(other, 'Save the changes').click()
  await expect(other.getByText(/Another save came first \(.+ UTC, in the dashboard\)/)).toBeVisible()
  await expect(other.getByText('A new text.').filter({ visible: true })).toBeVisible()
  await expect(other.getByLabel('Title')).toHaveValue('On tolls and gates')
  expect(await stored()).toMatchObject({ title: 'On tolls', article: { body: 'A new text.' } })
  await button(other, 'Save mine over it').click()
  await expect(other.getByText(/^Saved/)).toBeVisible()
  expect(await stored()).toMatchObject({ title: 'On tolls and gates', article: { body: 'The first text.' } })
  await other.close()

  await page.goto('/dashboard/routes')
  await expect(page).toHaveTitle(/^For sale/)
  await tabTo(page, 'Sell something')
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle(/^What do you want to sell/)
  await tabTo(page, 'Article')
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle(/^New: Article/)
  for (const [field, typed] of [
    ['Title', 'By keyboard'],
    ['Text, in Markdown', 'Text.'],
    ['Price, in dollars', 'a cent'],
  ] as const) {
    await tabTo(page, field)
    await page.keyboard.type(typed)
  }
  await tabTo(page, 'Save and sell')
  await page.keyboard.press('Enter')
  // The refusal leads to the price, which is typed over.
  await expect(page.getByLabel('Price, in dollars')).toBeFocused()
  expect(await outlineOfFocus(page)).toBe('solid 3px')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('$0.01')
  await tabTo(page, 'Save and sell')
  expect(await outlineOfFocus(page)).toBe('solid 3px')
  await page.keyboard.press('Enter')
  await expect(saved(page)).toBeVisible()
  await tabTo(page, 'Pause')
  await page.keyboard.press('Space')
  await expect(page.getByText('Paused', { exact: true })).toBeVisible()
  await expect(button(page, 'Sell again')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
})

const outlineOfFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body)
    return `${outlineStyle} ${outlineWidth}`
  })

async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const at = document.activeElement
      const label =
        at instanceof HTMLElement && 'labels' in at ? (at as HTMLInputElement).labels?.[0]?.textContent : null
      return (label ?? at?.textContent ?? '').trim()
    })
    if (focused === name) return
  }
  throw new Error(`No control named ${name} was reached.`)
}
