import { expect, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { type FacilitatorLine, startFacilitatorLine } from './outsiders/facilitator-line'
import { openPayingWallet } from './outsiders/paying-wallet'
import { type SecondSite, startSecondSite } from './outsiders/second-site'
import { sendGet } from './outsiders/send-get'
import { bought, button, chooseNetwork, connectButton, connectEvm, failure } from './wallets/at-checkout'
import { BASE_SEPOLIA, injectEvmWallet } from './wallets/evm-wallet'
import { fund } from './wallets/fund'
import { createPhoneWallet } from './wallets/phone-wallet'
import { readCode } from './wallets/read-code'
import { type Relay, startRelay } from './wallets/relay'

// A site that settles through the facilitator of another one. One test after the other: they share the line between the
// two, which they cut and hold, and the site, which they kill.
test.describe.configure({ mode: 'default' })

const article = '/articles/exactly-once'
const projectId = '0123456789abcdef0123456789abcdef'
const evmRpcUrl = process.env.E2E_EVM_RPC_URL ?? ''
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

test('a facilitator that is down keeps the signed payment, and the same one pays once it is back', async ({
  page,
  request,
}) => {
  const wallet = await injectEvmWallet(page)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  await page.goto(`${site.origin}${article}`)
  await connectEvm(page, wallet)
  await line.cut()
  await button(page, 'Pay 0.05 USDC').click()
  await expect(failure(page, 'Payments cannot be checked just now')).toContainText('You were not charged')
  await expectAccessible(page)
  await button(page, 'Ask for the outcome').click()
  await expect(failure(page, 'Payments cannot be checked just now')).toBeVisible()
  expect(await wallet.balance()).toBe(1_000_000n)
  await line.mend()
  await button(page, 'Ask for the outcome').click()
  await expect(bought(page)).toBeFocused()
  expect([wallet.signatures(), await wallet.balance()]).toEqual([1, 950_000n])
})

test('a payment in doubt outlives its tab, is known to every other, and pays once', async ({ page, request }) => {
  const wallet = await injectEvmWallet(page)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  const beside = await page.context().newPage()
  await beside.goto(`${site.origin}${article}`)
  await expect(connectButton(beside)).toBeVisible()
  await page.goto(`${site.origin}${article}`)
  await connectEvm(page, wallet)
  await line.cut()
  await button(page, 'Pay 0.05 USDC').click()
  await expect(failure(page, 'Payments cannot be checked just now')).toBeVisible()
  await page.close()

  await expect(button(beside, 'Ask for the outcome')).toBeVisible()
  const later = await beside.context().newPage()
  await later.goto(`${site.origin}${article}`)
  await expect(later.getByText('You have signed a payment for this already')).toBeVisible()
  await expect(connectButton(later)).toBeHidden()
  await line.mend()
  await button(later, 'Ask for the outcome').click()
  await expect(bought(later)).toBeFocused()
  await expect(connectButton(beside)).toBeVisible()
  expect([wallet.signatures(), await wallet.balance()]).toEqual([1, 950_000n])
})

test('dies while it settles, and brings the content when it is back, for one payment', async ({ page, request }) => {
  const wallet = await injectEvmWallet(page)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  await page.goto(`${site.origin}${article}`)
  await connectEvm(page, wallet)
  const { isKeeping, letGo } = line.hold(wallet.address)
  await button(page, 'Pay 0.05 USDC').click()
  await expect.poll(isKeeping).toBe(true)
  await site.kill()
  await expect(failure(page, 'The outcome is not known yet')).toBeVisible()
  letGo()
  expect(await wallet.balance()).toBe(950_000n)
  await site.restart()
  await page.reload()
  await chooseNetwork(page, /Solana Devnet/)
  await button(page, 'Ask for the outcome').click()
  await expect(bought(page)).toBeFocused({ timeout: 40_000 })
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('Base Sepolia')
  expect([wallet.signatures(), await wallet.balance()]).toEqual([1, 950_000n])
})

test('is told to end, and answers all that it has taken in first, and a payment under way is settled once', async ({
  request,
}) => {
  const wallet = openPayingWallet(evmRpcUrl)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  const url = `${site.origin}/weather`
  const headers = await wallet.sign(url)
  const { isKeeping, letGo } = line.hold(wallet.address)
  const paid = fetch(url, { headers })
  await expect.poll(isKeeping).toBe(true)
  const pages = ['/', '/articles', '/bazaar', '/facilitator', '/articles/exactly-once', '/llms.txt', '/healthz']
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
