import { expect, type Page, test } from '@playwright/test'
import { generatePrivateKey } from 'viem/accounts'
import { holdFramework, holdScripts } from './page-network'
import { openShop, signIn } from './sellers/shops'
import { bought, button, connectButton } from './wallets/at-checkout'
import { injectBuyer } from './wallets/evm-wallet'

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
  /** Opens a page, acts once it listens for what is typed, and lets the scripts arrive after that. */
  const actEarly = async (address: string, act: () => Promise<void>) => {
    const release = await holdFramework(page)
    await page.goto(address, { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByName('listening').length > 0)
    await act()
    await expect(page.locator('html')).not.toHaveAttribute('data-framework-ready')
    release()
    await isReady(page)
  }
  const solana = page.getByRole('radio', { name: /Solana Devnet/ })
  await actEarly(article, async () => {
    await page.getByText('change', { exact: true }).click()
    await solana.click()
  })
  await expect(solana).toBeChecked()
  await button(page, 'Pay 5 cents of test money').click()
  await expect(bought(page).getByRole('region', { name: 'Receipt' })).toContainText('Solana Devnet')

  await signIn(page, generatePrivateKey())
  const [name, handle] = [page.getByLabel('Name of the shop'), page.getByLabel('Address of the shop')]
  await actEarly('/dashboard', async () => {
    await name.fill('Early words')
    await handle.fill('my-own-address')
  })
  await name.fill('Other words')
  await expect(handle).toHaveValue('my-own-address')
  await handle.fill('')
  await name.fill('Late words')
  await expect(handle).toHaveAttribute('placeholder', 'late-words')

  await openShop(page, { word: 'early' })
  const title = page.getByLabel('Title')
  await actEarly('/dashboard/routes/new?kind=article', async () => {
    await title.fill('Kum')
    await page.keyboard.press('Tab')
    await title.focus()
    await page.keyboard.press('End')
    await page.keyboard.type('quats')
  })
  await expect(title).toHaveValue('Kumquats')

  const paths = 'openapi: 3.0.0\npaths:\n  /a:\n    get: {}\n'
  await actEarly('/dashboard/gateways/new', () => page.getByLabel('Or the document itself').fill(paths))
  await button(page, 'Show its operations').click()
  await page.getByLabel('Name of the service').fill('A service')
  await page.getByLabel('Where it runs').fill('http://127.0.0.1:8080')
  await button(page, 'Sell 1 operation').click()
  await expect(page.getByText('Saved, and live')).toBeVisible()
  const price = page.getByLabel('Price of GET /a')
  await actEarly(page.url().replace(/\?.*/, ''), () => price.fill('$0.07'))
  await button(page, 'Save the changes').click()
  await expect(page.getByText('Saved, and live')).toBeVisible()
  await page.reload()
  await expect(price).toHaveValue('$0.07')
})
