import { expect, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { type FacilitatorLine, startFacilitatorLine } from './outsiders/facilitator-line'
import { openPayingWallet } from './outsiders/paying-wallet'
import { type SecondSite, startNewSite, startSecondSite } from './outsiders/second-site'
import { sendGet } from './outsiders/send-get'
import {
  bought,
  button,
  chooseNetwork,
  connectButton,
  connectEvm,
  failure,
  signAs,
  walletList,
} from './wallets/at-checkout'
import { BASE_SEPOLIA, injectEvmWallet } from './wallets/evm-wallet'
import { fund, injectBuyer } from './wallets/fund'
import { createPhoneWallet } from './wallets/phone-wallet'
import { readCode } from './wallets/read-code'
import { type Relay, startRelay } from './wallets/relay'

// A site that settles through the facilitator of another one. One test after the other: they share the line between the
// two, which they cut and hold, and the site, which they kill.
test.describe.configure({ mode: 'default' })

const projectId = '0123456789abcdef0123456789abcdef'
let relay: Relay
let line: FacilitatorLine
let site: SecondSite

test.beforeAll(async ({ baseURL }) => {
  relay = await startRelay()
  line = await startFacilitatorLine(`${baseURL}/facilitator`)
  site = await startSecondSite(line.url, { WALLETCONNECT_PROJECT_ID: projectId })
})
test.afterAll(async () => {
  await site?.stop()
  await line?.cut()
  await relay?.stop()
})

test('a wallet on a phone pays what a browser without any wallet shows', async ({ page, request }) => {
  const phone = await createPhoneWallet({ relayUrl: relay.url, projectId })
  try {
    await fund(request, { network: BASE_SEPOLIA, address: phone.address })
    await relay.serve(page)
    await page.goto(`${site.origin}/articles/signed-is-not-paid`)
    await expect(page.getByRole('contentinfo')).toContainText('servers of WalletConnect or Coinbase')
    await connectButton(page).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Base', exact: true })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'MetaMask' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(connectButton(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'WalletConnect' }).click()
    await expect(dialog).toContainText('Scan with your phone')
    await phone.scan(await readCode(dialog))
    await expect(dialog).toBeHidden()
    await button(page, 'Pay 0.05 USDC').click()
    await expect(bought(page)).toBeVisible()
    expect(phone.calls).toEqual(['eth_signTypedData_v4'])
  } finally {
    await phone.close()
  }
})

test('a payment outlives what fails, and is made once', async ({ page, request }) => {
  const wallet = await injectBuyer(page)
  const spent = async () => [wallet.signatures(), 1_000_000n - (await wallet.balance())]
  const exactlyOnce = `${site.origin}/articles/exactly-once`
  const beside = await page.context().newPage()
  await beside.goto(exactlyOnce)
  await expect(connectButton(beside)).toBeVisible()
  await page.goto(exactlyOnce)
  await connectEvm(page, wallet)
  await line.cut()
  await button(page, 'Pay 0.05 USDC').click()
  await expect(failure(page, 'Payments cannot be checked just now')).toContainText('You were not charged')
  await expectAccessible(page)
  await button(page, 'Ask for the outcome').click()
  await expect(failure(page, 'Payments cannot be checked just now')).toBeVisible()
  await page.goto('about:blank')
  await expect(button(beside, 'Ask for the outcome')).toBeVisible()
  const later = await beside.context().newPage()
  await later.goto(exactlyOnce)
  await expect(later.getByText('You have signed a payment for this already')).toBeVisible()
  await expect(connectButton(later)).toBeHidden()
  expect(await spent()).toEqual([1, 0n])
  await line.mend()
  await button(later, 'Ask for the outcome').click()
  await expect(bought(later)).toBeFocused()
  await expect(connectButton(beside)).toBeVisible()
  expect(await spent()).toEqual([1, 50_000n])

  // The site dies while it settles, and brings the content when it is back.
  await page.goto(`${site.origin}/articles/one-request`)
  await signAs(page, 'Pay 0.04 USDC')
  const { isKeeping, letGo } = line.hold(wallet.address)
  await expect.poll(isKeeping).toBe(true)
  await site.kill()
  await expect(failure(page, 'The outcome is not known yet')).toBeVisible()
  letGo()
  expect((await spent())[1]).toBe(90_000n)
  await site.restart()
  await page.reload()
  await chooseNetwork(page, /Solana Devnet/)
  await button(page, 'Ask for the outcome').click()
  await expect(bought(page)).toBeFocused()
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('Base Sepolia')
  expect(await spent()).toEqual([2, 90_000n])
  for (const tab of [beside, later]) await tab.close()

  await expectToEndWell(request)
})

/** Told to end, the site answers all that it has taken in first, and settles a payment under way once. */
async function expectToEndWell(request: Parameters<typeof fund>[0]) {
  const wallet = openPayingWallet(process.env.E2E_EVM_RPC_URL ?? '')
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  const url = `${site.origin}/weather`
  const headers = await wallet.sign(url)
  const { isKeeping, letGo } = line.hold(wallet.address)
  const paid = fetch(url, { headers })
  await expect.poll(isKeeping).toBe(true)
  const pages = ['/', '/bazaar', '/articles/exactly-once', '/llms.txt', '/healthz']
  const asked = await Promise.all(pages.map((path) => sendGet(`${site.origin}${path}`)))
  const ended = site.end()
  expect(await Promise.all(asked.map(({ status }) => status))).toEqual(pages.map(() => 200))
  // Connections that wait to be accepted when it is told are answered first.
  const knock = () =>
    sendGet(url).then(
      ({ status }) => status,
      ({ code }) => code,
    )
  await expect.poll(knock).toBe('ECONNREFUSED')
  letGo()
  expect((await paid).status).toBe(200)
  expect(await ended).toBe('code 0')
  await site.restart()
  // It was delivered, and opens nothing a second time.
  expect((await fetch(url, { headers })).status).toBe(402)
  expect(1_000_000n - (await wallet.balance())).toBe(1_000n)
}

test('a site without goods or networks answers its visitors well', async ({ page }) => {
  const fresh = await startNewSite()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  try {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const path of ['/', '/bazaar', '/facilitator', '/articles', '/dashboard']) {
      // Articles of its own are what the demo has.
      const status = path === '/articles' ? 404 : 200
      expect([path, (await page.goto(`${fresh.origin}${path}`))?.status()]).toEqual([path, status])
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      // What only its operator can do is no advice for visitors; the dashboard is where operators begin.
      if (path === '/dashboard') await expect(page.getByRole('main')).toContainText('Do you run it?')
      else await expect(page.getByRole('main')).not.toContainText(/RPC|restart|[A-Z]+_[A-Z_]+/)
      await expectAccessible(page)
    }
    expect(problems).toEqual([])

    // Its operator names the networks.
    await fresh.kill()
    await fresh.restart()
    await page.goto(`${fresh.origin}/library`)
    await connectButton(page).press('Enter')
    await expect(walletList(page)).toContainText('Get a wallet')
    const maker = walletList(page).getByRole('link', { name: /MetaMask/ })
    await expect(maker).toHaveAttribute('href', /^https:\/\/metamask\.io\//)
    await expect(connectButton(page)).toHaveCount(0)
    await expectAccessible(page)
    const wallet = await injectEvmWallet(page)
    await page.reload()
    await connectEvm(page, wallet)
    await button(page, 'Sign in with wallet').click()
    await expect(page.getByRole('banner').locator('summary', { hasText: 'Signed in' })).toContainText('Signed in with')
  } finally {
    await fresh.stop()
  }
})
