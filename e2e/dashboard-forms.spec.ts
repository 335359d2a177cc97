import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { generateKeyPairSigner } from '@solana/kit'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expectAccessible } from './expect-accessible'
import { holdScripts } from './hold-requests'
import { confirmChange } from './sellers/confirm-change'
import { newHandle } from './sellers/new-handle'
import { openMore } from './sellers/open-more'
import { openShop } from './sellers/open-shop'
import { typeWhileWaiting, whileWaiting } from './sellers/type-while-waiting'
import { button, connectEvm, failure } from './wallets/at-checkout'
import { injectEvmWallet } from './wallets/evm-wallet'
import { fund } from './wallets/fund'
import { SOLANA_DEVNET } from './wallets/solana-wallet'

const elsewhere = privateKeyToAddress(generatePrivateKey())
const another = privateKeyToAddress(generatePrivateKey())

test('text typed while a save is refused stays, in every form of the dashboard', async ({ page }) => {
  const handle = newHandle('held')
  const wallet = await injectEvmWallet(page)
  await page.goto('/dashboard')
  await connectEvm(page, wallet)
  await button(page, 'Sign in with wallet').click()
  await page.getByLabel('Name of the shop').fill('A shop')
  await page.getByLabel('Address of the shop').fill('No Such Name')
  await typeWhileWaiting(page, 'Open the shop', 'Name of the shop', 'Another shop')
  await page.getByLabel('Address of the shop').fill(handle)
  await button(page, 'Open the shop').click()
  await expect(page.getByRole('heading', { name: 'What do you want to sell?' })).toBeVisible()

  await page.goto('/dashboard/payees')
  await page.getByLabel('Address that gets the money').fill('0x12')
  await page.getByLabel('This is my address, letter by letter').check()
  await typeWhileWaiting(page, 'Confirm this address', 'Address that gets the money', another)
  await expect(page.getByLabel('This is my address, letter by letter')).not.toBeChecked()
  await page.getByLabel('This is my address, letter by letter').check()
  await button(page, 'Confirm this address').click()
  const step = page.getByRole('region', { name: 'Confirm with your wallet' })
  await expect(step).toContainText(`Set the payout address of the shop ${handle} on Base Sepolia`)
  await expect(step).toContainText(`Before: ${wallet.address}. After: ${another}.`)
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

  await page.goto('/dashboard/routes/new?kind=article')
  await page.getByLabel('Title').fill('On tolls')
  await openMore(page)
  await page.getByLabel('Path', { exact: true }).fill('/tolls')
  await page.getByLabel('Text, in Markdown').fill('{"text": "A *toll*."}')
  await page.getByLabel('One payment opens it').selectOption('For 7 days, to the wallet that paid')
  await page.getByLabel('Price, in dollars').fill('five')
  await typeWhileWaiting(page, 'Save and sell', 'Text, in Markdown', '{"text": "A *toll* and more."}')
  await expect(page.getByLabel('One payment opens it')).toHaveValue('604800')
  await page.getByLabel('Price, in dollars').fill('$0.05')
  await button(page, 'Save and sell').click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await page.getByLabel('Path of the copy').fill('/no blanks')
  await typeWhileWaiting(page, 'Make a draft of it', 'Path of the copy', '/copy')

  await page.goto('/dashboard/webhooks')
  await page.getByLabel('Address of your server').fill('http://169.254.169.254/latest')
  await page.getByLabel('A payment settled').uncheck()
  await typeWhileWaiting(page, 'Add the webhook', 'Address of your server', 'http://127.0.0.1:8080/hook')
  await expect(page.getByLabel('A payment settled')).not.toBeChecked()
  for (const event of await page.getByRole('checkbox').all()) await event.uncheck()
  await button(page, 'Add the webhook').click()
  await expect(page.getByLabel('A payment settled')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('A payment settled').check()
  await button(page, 'Add the webhook').click()
  await expect(page.locator('code', { hasText: 'whsec_' })).toBeVisible()

  await page.goto('/dashboard/keys')
  await page.getByLabel('Name', { exact: true }).fill('A program')
  await typeWhileWaiting(page, 'Make the key', 'Name', 'Another program')
})

test('a refused save leads to its first fault, and an accepted save keeps text typed meanwhile', async ({ page }) => {
  const { handle } = await openShop(page, { word: 'fault' })
  const { address } = await generateKeyPairSigner()
  await fund(page.request, { network: SOLANA_DEVNET, address })
  // What is typed before the scripts arrive counts too.
  const release = await holdScripts(page)
  await page.goto('/dashboard/payees', { waitUntil: 'commit' })
  await page.getByLabel('Network').selectOption('Solana Devnet (test money)')
  await page.getByLabel('Address that gets the money').fill(address)
  release()
  await page.getByLabel('This is my address, letter by letter').check()
  await button(page, 'Confirm this address').click()
  await confirmChange(page)
  await expect(page.getByRole('table', { name: 'Confirmed addresses' })).toContainText('Solana Devnet')

  await page.goto('/dashboard/routes/new?kind=api')
  await page.getByLabel('Title').fill('Echo')
  await openMore(page)
  await page.getByLabel('Path', { exact: true }).fill('/echo')
  await page.getByLabel('Address of your server').fill('http://169.254.169.254/latest')
  await page.getByLabel('Price, in dollars', { exact: true }).fill('$0.02')
  await page.getByRole('group', { name: 'Paid on', exact: true }).getByLabel('Solana Devnet').uncheck()
  const [addPrice, second] = [button(page, 'Add a price'), page.getByLabel('Price 2, in dollars')]
  const secondNetworks = page.getByRole('group', { name: 'Price 2 is paid on' })
  await addPrice.press('Enter')
  await expect(second).toBeFocused()
  await page.keyboard.type('0.03')
  await page.getByLabel('Secret headers').fill('X-Api-Key: the secret')
  await button(page, 'Save and sell').click()
  await expect(secondNetworks).toContainText('Choose at least one network.')
  await expect(secondNetworks.getByLabel('Base Sepolia')).toBeFocused()
  await expect(second).toHaveValue('0.03')
  await secondNetworks.getByLabel('Solana Devnet').check()
  await button(page, 'Save and sell').click()
  await expect(page.getByLabel('Address of your server')).toBeFocused()
  await expect(page.getByLabel('Address of your server')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await expect(page.getByLabel('Title')).not.toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Secret headers')).toHaveValue('X-Api-Key: the secret')
  await page.getByLabel('Address of your server').fill('http://127.0.0.1:8080/echo')
  await page.route('**/dashboard/routes/new**', (route) => route.abort())
  await button(page, 'Save and sell').click()
  await expect(page.getByRole('alert').filter({ hasText: 'No answer came' })).toBeFocused()
  await expect(page.getByLabel('Secret headers')).toHaveValue('X-Api-Key: the secret')
  await page.unroute('**/dashboard/routes/new**')
  await button(page, 'Save and sell').click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()

  const echo = `/x/${handle}/echo`
  await expect.poll(() => pricesOf(page.request, echo)).toEqual(['20000 on eip155', '30000 on solana'])

  await page.goto(page.url().split('?')[0] ?? '')
  await page.getByLabel('Title').fill('Echo, changed')
  await openMore(page)
  await page.getByLabel('One payment opens it').selectOption('For 30 days, to the wallet that paid')
  await page.getByLabel('Secret headers').fill('X-Api-Key: another secret')
  await typeWhileWaiting(page, 'Save the changes', 'What buyers get', 'Says what you say.')
  await expect(page.getByRole('heading', { level: 1, name: 'Echo, changed' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expect(page.getByLabel('What buyers get')).toHaveValue('Says what you say.')
  await expect(page.getByLabel('Title')).toHaveValue('Echo, changed')
  await expect(page.getByLabel('One payment opens it')).toHaveValue('2592000')
  // A secret that is stored is not shown again.
  await expect(page.getByLabel('Secret headers')).toHaveValue('')

  await expect(second).toHaveValue('$0.03')
  await button(page, 'Remove price 2').press('Enter')
  await expect(addPrice).toBeFocused()
  await expect(second).toHaveCount(0)
  await button(page, 'Save the changes').click()
  await expect.poll(() => pricesOf(page.request, echo)).toEqual(['20000 on eip155', '20000 on eip155'])

  const description = page.getByLabel('What buyers get')
  await whileWaiting(page, 'Save the changes', () => description.selectText())
  await page.keyboard.type('Says all that you say.')
  await button(page, 'Pause').click()
  await expect(button(page, 'Sell again')).toBeFocused()
  await expect(description).toHaveValue('Says all that you say.')

  await page.goto('/dashboard/keys')
  await page.getByLabel('Name', { exact: true }).fill('A program')
  await button(page, 'Make the key').click()
  await expect(page.getByLabel('See routes')).toBeFocused()
  await page.getByLabel('See routes').check()
  await button(page, 'Make the key').click()
  await confirmChange(page)
  await expect(page.locator('code', { hasText: 'tps_' })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('See routes')).not.toBeChecked()
})

test('a route is made, paused and sold again with the keyboard only', async ({ page }) => {
  await openShop(page, { word: 'keys' })
  await expect(page.getByRole('heading', { level: 1, name: 'For sale' })).toBeVisible()
  await tabTo(page, 'Article')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'New: Article' })).toBeVisible()
  for (const [field, text] of [
    ['Title', 'By keyboard'],
    ['Text, in Markdown', 'Text.'],
    ['Price, in dollars', 'a cent'],
  ] as const) {
    await tabTo(page, field)
    await page.keyboard.type(text)
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
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
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

/** The prices that the address's 402 offers. */
async function pricesOf(request: APIRequestContext, url: string): Promise<string[]> {
  const header = (await request.get(url)).headers()['payment-required'] ?? ''
  const { accepts } = JSON.parse(Buffer.from(header, 'base64').toString()) as {
    accepts: { amount: string; network: string }[]
  }
  return accepts.map(({ amount, network }) => `${amount} on ${network.split(':')[0]}`)
}
