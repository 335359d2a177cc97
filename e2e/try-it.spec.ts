import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectGood } from './expect-accessible'
import { startForeignService } from './outsiders/foreign-service'
import { bought, button, chooseNetwork, connect, failure, signAs } from './wallets/at-checkout'
import { fund, injectBuyer } from './wallets/evm-wallet'
import { injectSolanaWallet, SOLANA_DEVNET } from './wallets/solana-wallet'

const desk = (page: Page) => page.getByRole('region', { name: 'Try it' })
const code = (page: Page) => page.getByRole('region', { name: 'The same call as code' })

const openDesk = (page: Page) =>
  desk(page)
    .getByText(/^Try it for/)
    .click()

/** Lists a resource by a probe, as soon as its host may be asked again; returns the address of its entry. */
async function list(request: APIRequestContext, url: string): Promise<string> {
  let key = ''
  const probe = async () => {
    const outcome = await (await request.post('/facilitator/discovery/probe', { data: { url, method: 'GET' } })).json()
    key = outcome.key
    return outcome.status
  }
  await expect.poll(probe).toBe('success')
  return `/bazaar/entry/${Buffer.from(key).toString('base64url')}`
}

test('a dynamic route and a tool are tried', async ({ page, request, baseURL }) => {
  const wallet = await injectBuyer(page)
  await page.goto(await list(request, `${baseURL}/api/users/1`))
  await expectGood(page)
  await openDesk(page)
  await expect(desk(page)).toContainText('Total')
  await desk(page).getByLabel('userId').fill('..')
  await expect(desk(page)).toContainText('It is one part of a path')
  await expect(desk(page).getByLabel('userId')).toHaveAttribute('aria-invalid', 'true')
  await desk(page).getByLabel('userId').fill('nobody')
  await expect(desk(page)).toContainText(/Total\s*0.01\sUSDC/)
  await connect(page, wallet)
  await button(page, 'Pay 0.01 USDC').click()
  await expect(failure(page, 'The shop cannot answer this request')).toContainText('No such person')
  expect(await wallet.balance()).toBe(1_000_000n)
  await desk(page).getByLabel('userId').fill('2')
  await button(page, 'Pay 0.01 USDC').click()
  await expect(bought(page)).toBeFocused()
  await expect(bought(page)).toContainText('"id": "2"')
  await expect(code(page)).toContainText(`${baseURL}/api/users/2`)
  expect(await wallet.balance()).toBe(990_000n)
  await expectAccessible(page)

  await page.goto('/bazaar?query=get_weather&type=mcp')
  const row = page.getByRole('link', { name: /^get_weather/ }).first()
  await page.goto((await row.getAttribute('href')) ?? '')
  for (const title of ['Ways to pay', 'What it takes and gives'])
    await page.getByText(title, { exact: true }).first().click()
  await expect(page.getByRole('region', { name: 'What it takes' })).toContainText('One of Lisbon, London')
  const add = page.getByRole('region', { name: 'Add it to your client' })
  await expect(add).toContainText(`claude mcp add --transport http 'localhost' '${baseURL}/mcp'`)
  await expectGood(page)
  await openDesk(page)
  await desk(page).getByLabel('Body, as JSON').fill('{ "city": "Tokyo" }')
  await expect(desk(page)).toContainText('Total')
  await signAs(page, 'Pay 0.001 USDC')
  await expect(bought(page)).toContainText('"city": "Tokyo"')
})

// Each test has a service of its own: a payment makes the site look at what was paid, and list its price of then.
test('a foreign service is tried on Solana, and is not paid again unasked for a lost answer', async ({
  page,
  request,
  browser,
}) => {
  const foreign = await startForeignService()
  try {
    const solana = await injectSolanaWallet(page)
    await fund(solana.address, SOLANA_DEVNET)
    const entry = await list(request, `${foreign.origin}/quote`)
    await page.goto(entry)
    await openDesk(page)
    await expect(desk(page)).toContainText('Total')
    await desk(page).getByLabel('author').fill('Hopper & Co')
    await expect(code(page)).toContainText('Hopper')
    await expect(desk(page)).toContainText(/Total\s*0.002\sUSDC/)
    await chooseNetwork(page, /Solana Devnet/)
    await connect(page, solana)
    await button(page, 'Pay 0.002 USDC').click()
    await expect(bought(page)).toContainText('"author": "Hopper & Co"')
    expect(await solana.balance()).toBe(998_000n)

    const other = await browser.newPage()
    const evm = await injectBuyer(other)
    await other.goto(entry)
    await openDesk(other)
    await signAs(other, 'Pay 0.002 USDC')
    await expect(bought(other)).toBeVisible()
    foreign.loseNext(evm.address)
    await button(other, 'Call it again').press('Enter')
    await expect(button(other, 'Pay 0.002 USDC')).toBeVisible()
    await expect(other.locator('body')).not.toBeFocused()
    await button(other, 'Pay 0.002 USDC').click()
    const doubt = failure(other, 'The service refuses a payment that it may have taken')
    await expect(doubt).toBeVisible()
    await other.reload()
    await openDesk(other)
    await button(other, 'Ask for the outcome').click()
    await expect(doubt).toContainText('ask again later')
    expect([evm.signatures(), await evm.balance()]).toEqual([2, 996_000n])
    await other.clock.setFixedTime(Date.now() + 600_000)
    await button(other, 'Ask for the outcome').click()
    await expect(doubt).toContainText('it has expired')
    await expect(button(other, 'Ask for the outcome')).toBeHidden()
    await expect(other.getByRole('button', { name: /^Pay 0\.002 USDC as 0x/ })).toBeVisible()
    expect(evm.signatures()).toBe(2)
    await other.close()
  } finally {
    await foreign.stop()
  }
})

test('another price than the listed one is agreed to before anything is signed', async ({ page, request }) => {
  const foreign = await startForeignService()
  try {
    const evm = await injectBuyer(page)
    const address = await list(request, `${foreign.origin}/quote`)
    foreign.setPrice('$0.003')
    await page.goto(address)
    await openDesk(page)
    const notice = failure(page, 'It asks for something other than its listing says')
    await expect(notice).toContainText('Its listing says 0.002 USDC, to ')
    await expect(page.getByRole('button', { name: /^Pay|^Connect|^Continue as/ })).toHaveCount(0)
    await expectAccessible(page)
    await button(page, 'Agree to the terms it asks for now').click()
    await chooseNetwork(page, /Base Sepolia/)
    await connect(page, evm)
    foreign.setPrice('$0.004')
    await button(page, 'Pay 0.003 USDC').click()
    await expect(failure(page, 'The price has changed')).toBeVisible()
    expect([evm.signatures(), await evm.balance()]).toEqual([0, 1_000_000n])
    await button(page, 'Show the new price').click()
    await button(page, 'Agree to the terms it asks for now').click()
    await button(page, 'Pay 0.004 USDC').click()
    await expect(bought(page)).toContainText('"author": "Lovelace"')
    expect([evm.signatures(), await evm.balance()]).toEqual([1, 996_000n])
  } finally {
    await foreign.stop()
  }
})
