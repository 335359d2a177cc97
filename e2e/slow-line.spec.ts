import { expect, type Page, test } from '@playwright/test'
import { generatePrivateKey } from 'viem/accounts'
import { holdFramework, holdScripts } from './hold-requests'
import { openShop, signIn } from './sellers/open-shop'
import { bought, button, connectButton } from './wallets/at-checkout'
import { injectBuyer } from './wallets/fund'

const article = '/articles/signed-is-not-paid'
const isReady = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-framework-ready')

test('presses on a slow line are heard at once, and none is lost while the scripts arrive', async ({ page }) => {
  const wallet = await injectBuyer(page)
  await page.goto(article)
  await connectButton(page).hover()
  await expect(button(page, `Connect ${wallet.name}`)).toBeVisible()
  const release = await holdScripts(page)
  await button(page, `Connect ${wallet.name}`).click()
  await expect(button(page, 'Connecting')).toHaveAttribute('aria-busy', 'true')
  await page.evaluate(() => {
    const seen: string[] = []
    const look = () => seen.push(...[...document.querySelectorAll('#pay button')].map((each) => each.textContent))
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(window, { seen })
  })
  release()
  await expect(button(page, 'Pay 0.05 USDC')).toBeVisible()
  const seen = await page.evaluate(() => Reflect.get(window, 'seen') as string[])
  expect(seen.filter((text) => text.startsWith('Connect ') || text === 'Connect wallet')).toEqual([])

  // A known wallet is one press from the content, held down while the scripts arrive.
  await page.goto('/weather?city=Tokyo')
  const releaseAgain = await holdScripts(page)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await connectButton(page).hover()
  await page.mouse.down()
  releaseAgain()
  await isReady(page)
  await page.mouse.up()
  await expect(bought(page)).toBeFocused()
})

test('a network chosen and a text typed in two goes before the scripts arrive count', async ({ page }) => {
  await page.addInitScript(() => {
    const note = ({ target }: Event) => {
      if (target instanceof HTMLScriptElement && target.src.includes('/load-framework-')) performance.mark('listening')
    }
    document.addEventListener('load', note, { capture: true })
  })
  const isListening = () => page.waitForFunction(() => performance.getEntriesByName('listening').length > 0)
  const release = await holdFramework(page)
  await page.goto(article, { waitUntil: 'commit' })
  await isListening()
  const solana = page.getByRole('radio', { name: /Solana Devnet/ })
  await page.getByText('change', { exact: true }).click()
  await solana.click()
  await expect(solana).toBeChecked()
  await expect(page.locator('html')).not.toHaveAttribute('data-framework-ready')
  release()
  await isReady(page)
  await expect(solana).toBeChecked()
  await button(page, 'Pay 5 cents of test money').click()
  await expect(bought(page).getByRole('region', { name: 'Receipt' })).toContainText('Solana Devnet')

  await signIn(page, generatePrivateKey())
  const releaseShop = await holdFramework(page)
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await isListening()
  const handle = page.getByLabel('Address of the shop')
  await page.getByLabel('Name of the shop').fill('Early words')
  await handle.fill('my-own-address')
  releaseShop()
  await isReady(page)
  await expect(handle).toHaveValue('my-own-address')
  await page.getByLabel('Name of the shop').fill('Other words')
  await expect(handle).toHaveValue('my-own-address')
  await handle.fill('')
  await page.getByLabel('Name of the shop').fill('Late words')
  await expect(handle).toHaveValue('late-words')

  await openShop(page, { word: 'early' })
  const releaseTexts = await holdFramework(page)
  await page.goto('/dashboard/routes/new?kind=article', { waitUntil: 'commit' })
  await isListening()
  const title = page.getByLabel('Title')
  await title.fill('Kum')
  await page.keyboard.press('Tab')
  await title.focus()
  await page.keyboard.press('End')
  await page.keyboard.type('quats')
  releaseTexts()
  await isReady(page)
  await expect(title).toHaveValue('Kumquats')
})
