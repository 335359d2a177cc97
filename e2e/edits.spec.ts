import { expect, type Page, test } from '@playwright/test'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expectAccessible, expectGood } from './expect-accessible'
import { confirmChange, expectSaved, openMore, typeWhileWaiting } from './sellers/forms'
import { askApi, openShop, sellByProgram } from './sellers/shops'
import { button, failure } from './wallets/at-checkout'

const elsewhere = privateKeyToAddress(generatePrivateKey())
const another = privateKeyToAddress(generatePrivateKey())

test('what is typed while a form is saved or refused stays, and what was signed counts', async ({ page }) => {
  const { handle, wallet } = await openShop(page, { word: 'held' })
  await page.goto('/dashboard/payees')
  const [payee, isChecked] = [
    page.getByLabel('Address that gets the money'),
    page.getByLabel('This is my address, letter by letter'),
  ]
  await payee.fill('0x12')
  await isChecked.check()
  await typeWhileWaiting(page, 'Confirm this address', 'Address that gets the money', another)
  await expect(isChecked).not.toBeChecked()
  await isChecked.check()
  await button(page, 'Confirm this address').click()
  const step = page.getByRole('region', { name: 'Confirm with your wallet' })
  await expect(step).toContainText(`Set the payout address of the shop ${handle} on Base Sepolia`)
  await expect(step).toContainText(`After: ${another}.`)
  await expectGood(page)
  wallet.declineNext()
  await confirmChange(page)
  await expect(failure(page, 'You declined in your wallet')).toBeVisible()
  await expect(payee).toHaveValue(another)
  // What was signed must be what the form says by now.
  await payee.fill(elsewhere)
  await isChecked.check()
  await confirmChange(page)
  await expect(page.getByRole('alert').filter({ hasText: 'statement_changed' })).toBeVisible()
  await expect(step).toContainText(`After: ${elsewhere}.`)
  await confirmChange(page)
  await expect(page.getByRole('table', { name: 'Confirmed addresses' })).toContainText('Base Sepolia')

  // A refused save leads to its first fault.
  await page.goto('/dashboard/routes/new?kind=api')
  const [title, server] = [page.getByLabel('Title'), page.getByLabel('Address of your server')]
  const secret = page.getByLabel('Secret headers')
  await title.fill('Echo')
  await openMore(page)
  await page.getByLabel('Path', { exact: true }).fill('/echo')
  await server.fill('http://169.254.169.254/latest')
  await page.getByLabel('Price, in dollars', { exact: true }).fill('$0.02')
  await secret.fill('X-Api-Key: the secret')
  await button(page, 'Save and sell').click()
  await expect(server).toBeFocused()
  await expect(server).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await server.fill('http://127.0.0.1:8080/echo')
  // What is mended is no longer at fault, in the list either.
  await expect(server).not.toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Not saved yet')).toHaveCount(0)
  await page.route('**/dashboard/routes/new**', (route) => route.abort())
  await button(page, 'Save and sell').click()
  await expect(page.getByRole('alert').filter({ hasText: 'No answer came' })).toBeFocused()
  await expect(secret).toHaveValue('X-Api-Key: the secret')
  await page.unroute('**/dashboard/routes/new**')
  await button(page, 'Save and sell').click()
  await expectSaved(page)

  await page.goto(page.url().split('?')[0] ?? '')
  await title.fill('Echo, changed')
  await openMore(page)
  await secret.fill('X-Api-Key: another secret')
  await typeWhileWaiting(page, 'Save the changes', 'What buyers get', 'Says what you say.')
  await expectSaved(page)
  await expect(page.getByLabel('What buyers get')).toHaveValue('Says what you say.')
  // A secret that is stored is not shown again.
  await expect(secret).toHaveValue('')
})

test('drafts, two writers, and a route by keyboard', async ({ page, request, context, browser }) => {
  await page.clock.install({ time: Date.now() - 600_000 })
  const { secret } = await openShop(page, { word: 'draft', scopes: ['routes:read', 'routes:write'] })
  const body = page.getByLabel('Text, in Markdown')
  await page.goto('/dashboard/routes/new?kind=article')
  await expect(page.locator('html')).toHaveAttribute('data-framework-ready')
  // A form is kept as its page is left, but not one that was left as it came.
  await page.goto('/dashboard/routes')
  await expectGood(page)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /^turnpike-draft /.test(key)))).toEqual([])
  await page.goto('/dashboard/routes/new?kind=article')
  await page.getByLabel('Price, in dollars').fill('1,000')
  await button(page, 'Save and sell').click()
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveCount(3)
  await body.fill('Half a text')
  await page.reload()
  await expect(body).toHaveValue('Half a text')
  await button(page, 'Drop it').click()
  await expect(body).toHaveValue('')

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
  await body.fill('A new text.')
  await button(page, 'Save the changes').click()
  await expectSaved(page)
  await other.getByLabel('Title').fill('On tolls and gates')
  await button(other, 'Save the changes').click()
  await expect(other.getByText(/Another save came first \(.+ UTC, in the dashboard\)/)).toBeVisible()
  await expect(other.getByText('A new text.').filter({ visible: true })).toBeVisible()
  await expect(other.getByLabel('Title')).toHaveValue('On tolls and gates')
  expect(await stored()).toMatchObject({ title: 'On tolls', article: { body: 'A new text.' } })
  await button(other, 'Save mine over it').click()
  await expectSaved(other)
  expect(await stored()).toMatchObject({ title: 'On tolls and gates', article: { body: 'The first text.' } })
  await other.close()

  await page.goto('/dashboard/routes/new')
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
  const price = page.getByLabel('Price, in dollars')
  await expect(price).toBeFocused()
  await expect(price).toHaveCSS('outline', /solid 3px$/)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('$0.01')
  await tabTo(page, 'Save and sell')
  await expect(button(page, 'Save and sell')).toHaveCSS('outline', /solid 3px$/)
  await page.keyboard.press('Enter')
  await expectSaved(page)
  await tabTo(page, 'Pause')
  await page.keyboard.press('Space')
  await expect(page.getByText('Paused', { exact: true })).toBeVisible()
  await expect(button(page, 'Sell again')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
})

/** Presses Tab until the control of that name or label has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const at = document.activeElement
      return (at as HTMLInputElement | null)?.labels?.[0]?.textContent ?? at?.textContent ?? ''
    })
    if (focused.trim() === name) return
  }
  throw new Error(`No control named ${name} was reached.`)
}
