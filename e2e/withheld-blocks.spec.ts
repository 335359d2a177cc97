import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { pauseChain, pendingTransactions } from '@/development/devnet/evm/pause-chain'
import { expectAccessible } from './expect-accessible'
import { type FacilitatorLine, startFacilitatorLine } from './outsiders/facilitator-line'
import { openPayingWallet } from './outsiders/paying-wallet'
import { type SecondSite, startSecondSite } from './outsiders/second-site'
import { sendGet } from './outsiders/send-get'
import { type Ready, type RunningDemo, readyNote, runDemo, untilServing } from './outsiders/start-demo'
import { bought, button, connectButton, connectEvm, failure } from './wallets/at-checkout'
import { BASE_SEPOLIA, injectEvmWallet } from './wallets/evm-wallet'
import { fund } from './wallets/fund'

// On chains of their own: no other test's payments wait with theirs. One after the other, as each holds the same chain.
test.describe.configure({ mode: 'default' })

const article = '/articles/exactly-once'
const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-withheld-'))
let running: RunningDemo
let demo: Ready

test.beforeAll(async () => {
  test.setTimeout(150_000)
  running = runDemo(['--port', '0', '--free-ports', '--data-dir', dataDir])
  await untilServing(running)
  demo = readyNote(dataDir)
})
test.afterAll(async () => {
  running?.child.kill('SIGTERM')
  await running?.ended
  rmSync(dataDir, { recursive: true, force: true })
})

test('an outcome that the chain withholds stays one payment, over a reload, until it has lapsed for good', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000)
  const wallet = await injectEvmWallet(page, { rpcUrl: demo.evmRpcUrl })
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' }, demo.origin)
  await page.goto(`${demo.origin}${article}`)
  await connectEvm(page, wallet)
  await expect(button(page, 'Pay 0.05 USDC')).toBeVisible()
  const resume = await pauseChain(demo.evmRpcUrl)
  try {
    await button(page, 'Pay 0.05 USDC').click()
    await expect(page.getByRole('status').filter({ hasText: 'on its way to the chain' })).toBeVisible()
    await expect(failure(page, 'The outcome is not known yet')).toContainText('cannot be charged twice', {
      timeout: 150_000,
    })
    await expect(button(page, 'Pay 0.05 USDC')).toBeHidden()
    await expectAccessible(page)
    await page.reload()
    await page.getByRole('radio', { name: /Solana Devnet/ }).check()
    await expect(button(page, 'Ask for the outcome')).toBeVisible()
    await expect(connectButton(page)).toBeHidden()
  } finally {
    await resume()
  }
  // By now the chain takes it no more, which the site finds out when the chain goes on.
  await button(page, 'Ask for the outcome').click()
  await expect(failure(page, 'The signed payment ran out before it arrived')).toBeVisible({ timeout: 40_000 })
  expect([wallet.signatures(), await wallet.balance()]).toEqual([1, 1_000_000n])
  await page.getByRole('radio', { name: /Base Sepolia/ }).check()
  await connectButton(page).click()
  await button(page, 'Pay 0.05 USDC').click()
  await expect(bought(page)).toBeFocused()
  expect([wallet.signatures(), await wallet.balance()]).toEqual([2, 950_000n])
})

test.describe('a site that settles through another one', () => {
  let line: FacilitatorLine
  let site: SecondSite

  test.beforeAll(async () => {
    test.setTimeout(150_000)
    line = await startFacilitatorLine(`${demo.origin}/facilitator`)
    site = await startSecondSite(line.url, demo)
  })
  test.afterAll(async () => {
    await site?.stop()
    await line?.cut()
  })

  test('dies while it settles, and brings the content when it is back, for one payment', async ({ page, request }) => {
    test.setTimeout(150_000)
    const wallet = await injectEvmWallet(page, { rpcUrl: demo.evmRpcUrl })
    await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' }, demo.origin)
    await page.goto(`${site.origin}${article}`)
    await connectEvm(page, wallet)
    await expect(button(page, 'Pay 0.05 USDC')).toBeVisible()
    const resume = await pauseChain(demo.evmRpcUrl)
    try {
      await button(page, 'Pay 0.05 USDC').click()
      await expect.poll(() => pendingTransactions(demo.evmRpcUrl)).toBe(1)
      await site.kill()
      await expect(failure(page, 'The outcome is not known yet')).toBeVisible()
    } finally {
      await resume()
    }
    await expect.poll(() => wallet.balance()).toBe(950_000n)
    await site.restart()
    await page.reload()
    await page.getByRole('radio', { name: /Solana Devnet/ }).check()
    await button(page, 'Ask for the outcome').click()
    await expect(bought(page)).toBeFocused({ timeout: 40_000 })
    await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('Base Sepolia')
    expect([wallet.signatures(), await wallet.balance()]).toEqual([1, 950_000n])
  })

  test('is told to end, and answers all that it has taken in first, and a payment under way is settled once', async ({
    request,
  }) => {
    test.setTimeout(150_000)
    const wallet = openPayingWallet(demo.evmRpcUrl)
    await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' }, demo.origin)
    const url = `${site.origin}/weather`
    const headers = await wallet.sign(url)
    const resume = await pauseChain(demo.evmRpcUrl)
    const paid = fetch(url, { headers })
    const stream = await fetch(`${site.origin}/facilitator/discovery/events`)
    await expect.poll(() => pendingTransactions(demo.evmRpcUrl)).toBe(1)
    const pages = ['/', '/articles', '/bazaar', '/facilitator', '/articles/exactly-once', '/llms.txt', '/healthz']
    const asked = await Promise.all(pages.map((path) => sendGet(`${site.origin}${path}`)))
    const ended = site.end()
    expect(await Promise.all(asked.map(({ status }) => status))).toEqual(pages.map(() => 200))
    expect(await stream.text()).toContain('retry:')
    // Connections that wait to be accepted when it is told are answered first.
    const knock = () =>
      sendGet(url).then(
        ({ status }) => status,
        ({ code }) => code,
      )
    await expect.poll(knock).toBe('ECONNREFUSED')
    await resume()
    expect((await paid).status).toBe(200)
    expect(await ended).toBe('code 0')
    await site.restart()
    // It was delivered, and opens nothing a second time.
    expect((await fetch(url, { headers })).status).toBe(402)
    expect(1_000_000n - (await wallet.balance())).toBe(1_000n)
  })
})
