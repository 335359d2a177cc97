import { expect, type Locator, test } from '@playwright/test'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { expectAccessible, expectGood } from './expect-accessible'
import { type FacilitatorLine, startFacilitatorLine } from './outsiders/facilitator-line'
import { openPayingWallet } from './outsiders/paying-wallet'
import { type SecondSite, startSecondSite } from './outsiders/second-site'
import { bought, button, chooseNetwork, connect, connectButton, failure, signAs } from './wallets/at-checkout'
import { fund, injectBuyer } from './wallets/evm-wallet'
import { createPhoneWallet } from './wallets/phone-wallet'
import { type Relay, startRelay } from './wallets/relay'

// A site that settles through the facilitator of another one. One test after the other: they share the line between the
// two, which they cut and hold, and the site, which they kill. It takes longest, and begins first by its name.
test.describe.configure({ mode: 'default' })

const projectId = '0123456789abcdef0123456789abcdef'
let relay: Relay
let line: FacilitatorLine
let site: SecondSite
let isNew = true

test.beforeAll(async ({ baseURL }) => {
  relay = await startRelay()
  line = await startFacilitatorLine(`${baseURL}/facilitator`)
  site = await startSecondSite(line.url, projectId)
})
test.afterAll(async () => {
  await site?.stop()
  await line?.cut()
  await relay?.stop()
})

/** Its operator names the networks. */
async function setUp(): Promise<void> {
  if (!isNew) return
  await site.kill()
  await site.restart()
  isNew = false
}

test('a new site answers its visitors well, and sells to a wallet on a phone once it is set up', async ({ page }) => {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  for (const path of ['/', '/bazaar', '/facilitator', '/articles', '/dashboard']) {
    // Articles of its own are what the demo has.
    const status = path === '/articles' ? 404 : 200
    expect([path, (await page.goto(`${site.origin}${path}`))?.status()]).toEqual([path, status])
    // What only its operator can do is no advice for visitors; the dashboard is where operators begin.
    if (path === '/dashboard') await expect(page.getByRole('main')).toContainText('Do you run it?')
    else await expect(page.getByRole('main')).not.toContainText(/RPC|restart|[A-Z]+_[A-Z_]+/)
    await expectGood(page)
  }
  expect(problems).toEqual([])

  await setUp()
  const phone = await createPhoneWallet({ relayUrl: relay.url, projectId })
  try {
    await fund(phone.address)
    await relay.serve(page)
    await page.goto(`${site.origin}/articles/turnpikes`)
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
    await button(page, 'Pay 0.03 USDC').click()
    await expect(bought(page)).toBeVisible()
    expect(phone.calls).toEqual(['eth_signTypedData_v4'])
  } finally {
    await phone.close()
  }
})

/** Reads the code in that part of the page from its picture, as a phone's camera does. */
async function readCode(place: Locator): Promise<string> {
  let code = ''
  const read = async () => {
    const picture = sharp(await place.screenshot())
    const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    code = jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data ?? ''
    return code
  }
  await expect.poll(read).toMatch(/^wc:/)
  return code
}

test('a payment outlives what fails, and is made once', async ({ page }) => {
  await setUp()
  const wallet = await injectBuyer(page)
  const spent = async () => [wallet.signatures(), 1_000_000n - (await wallet.balance())]
  const exactlyOnce = `${site.origin}/articles/exactly-once`
  const beside = await page.context().newPage()
  await beside.goto(exactlyOnce)
  await expect(connectButton(beside)).toBeVisible()
  await page.goto(exactlyOnce)
  await connect(page, wallet)
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
  const { isKeeping, letGo } = line.hold(wallet.address)
  await signAs(page, 'Pay 0.04 USDC')
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

  await expectToEndWell()
})

/** Told to end, the site settles a payment under way first, once. What else it answers: open-answers.test.ts. */
async function expectToEndWell() {
  const wallet = await openPayingWallet()
  const { isKeeping, letGo } = line.hold(wallet.address)
  const paid = wallet.fetch(`${site.origin}/weather`)
  await expect.poll(isKeeping).toBe(true)
  const ended = site.end()
  const knock = () => fetch(site.origin).catch(({ cause }) => cause.code)
  await expect.poll(knock).toBe('ECONNREFUSED')
  letGo()
  expect((await paid).status).toBe(200)
  expect(await ended).toBe('code 0')
  expect(1_000_000n - (await wallet.balance())).toBe(1_000n)
}
