import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { evmDevnetAccount, svmDevnetSigner } from '@/development/devnet/wallets'
import { expectAccessible } from './expect-accessible'
import { type ForeignService, startForeignService } from './outsiders/foreign-service'
import { bought, button, chooseNetwork, connectButton, connectEvm, connectSolana, failure } from './wallets/at-checkout'
import { BASE_SEPOLIA, injectEvmWallet } from './wallets/evm-wallet'
import { fund } from './wallets/fund'
import { injectSolanaWallet, SOLANA_DEVNET } from './wallets/solana-wallet'

const desk = (page: Page) => page.getByRole('region', { name: 'Try it' })
const code = (page: Page) => page.getByRole('region', { name: 'The same call as code' })
const entry = (key: string) => `/bazaar/entry/${Buffer.from(key).toString('base64url')}`

let foreign: ForeignService
test.beforeEach(async ({ baseURL }) => {
  const payTo = { evm: evmDevnetAccount('seller').address, svm: (await svmDevnetSigner('seller')).address }
  foreign = await startForeignService({ facilitatorUrl: `${baseURL}/facilitator`, payTo })
})
test.afterEach(() => foreign.stop())

/** Lists a resource by a probe, as soon as its host may be asked again; returns the address of its entry. */
async function list(request: APIRequestContext, url: string): Promise<string> {
  let key = ''
  const probe = async () => {
    const outcome = await (await request.post('/facilitator/discovery/probe', { data: { url, method: 'GET' } })).json()
    key = outcome.key
    return outcome.status
  }
  await expect.poll(probe).toBe('success')
  return entry(key)
}

const listForeign = (request: APIRequestContext) => list(request, `${foreign.origin}/quote`)

test('a dynamic route of the demo is tried with a value of its template, paid on EVM', async ({
  page,
  request,
  baseURL,
}) => {
  const wallet = await injectEvmWallet(page)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  await page.goto(await list(request, `${baseURL}/api/users/1`))
  await expect(desk(page)).toContainText('It answered 402')
  await desk(page).getByLabel('userId').fill('..')
  await expect(desk(page)).toContainText('It is one part of a path')
  await expect(desk(page).getByLabel('userId')).toHaveAttribute('aria-invalid', 'true')

  await desk(page).getByLabel('userId').fill('nobody')
  await expect(desk(page)).toContainText('It answered 402')
  await expect(desk(page)).toContainText(/On\s*Base Sepolia/)
  await expect(desk(page)).toContainText(/Total\s*0.01\sUSDC/)
  await desk(page).getByText('The 402, decoded').click()
  await expect(desk(page)).toContainText(`"url": "${baseURL}/api/users/nobody"`)
  await connectEvm(page, wallet)
  await button(page, 'Pay 0.01 USDC').click()
  await expect(failure(page, 'The shop cannot answer this request')).toContainText('No such person')
  expect(await wallet.balance()).toBe(1_000_000n)

  await desk(page).getByLabel('userId').fill('2')
  await button(page, 'Pay 0.01 USDC').click()
  await expect(bought(page)).toBeFocused()
  await expect(bought(page)).toContainText('"id": "2"')
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('0.01 USDC')
  await bought(page)
    .getByText(/^Status 200 and/)
    .click()
  await expect(bought(page)).toContainText('payment-response: ')
  await expect(code(page)).toContainText(`${baseURL}/api/users/2`)
  expect(await wallet.balance()).toBe(990_000n)
  await expectAccessible(page)
})

test('a foreign service is tried through the relay, by EVM and by Solana', async ({ page, request }) => {
  const evm = await injectEvmWallet(page)
  const solana = await injectSolanaWallet(page)
  await fund(request, { network: BASE_SEPOLIA, address: evm.address, amount: '1000000' })
  await fund(request, { network: SOLANA_DEVNET, address: solana.address, amount: '1000000' })
  await page.goto(await listForeign(request))
  await expect(desk(page)).toContainText('It answered 402')
  await desk(page).getByLabel('author').fill('Hopper & Co')
  await expect(code(page)).toContainText('Hopper')
  await expect(desk(page)).toContainText(/On\s*Base Sepolia/)
  await expect(desk(page)).toContainText(/Total\s*0.002\sUSDC/)
  await connectEvm(page, evm)
  await button(page, 'Pay 0.002 USDC').click()
  await expect(bought(page)).toContainText('"author": "Hopper & Co"')
  await expect(bought(page)).not.toContainText('Your library')
  await bought(page)
    .getByText(/^Status 200 and/)
    .click()
  await expect(bought(page)).toContainText('x-quoted-by: foreign')
  expect(await evm.balance()).toBe(998_000n)

  await button(page, 'Ask again').click()
  await chooseNetwork(page, /Solana Devnet/)
  await connectSolana(page, solana)
  await button(page, 'Pay 0.002 USDC').click()
  await expect(bought(page)).toContainText('"author": "Hopper & Co"')
  expect(await solana.balance()).toBe(998_000n)
})

test('a price other than the listed one is agreed to before anything is signed', async ({ page, request }) => {
  const wallet = await injectEvmWallet(page)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  const address = await listForeign(request)
  foreign.setPrice('$0.003')
  await page.goto(address)
  const notice = failure(page, 'It asks for something other than its listing says')
  await expect(notice).toContainText('It asks for 0.003 USDC on Base Sepolia. Its listing says 0.002 USDC.')
  await expect(page.getByRole('button', { name: /^Pay|^Connect|^Continue as/ })).toHaveCount(0)
  await expectAccessible(page)
  await button(page, 'Agree to the terms it asks for now').click()
  await connectEvm(page, wallet)
  await expect(button(page, 'Pay 0.003 USDC')).toBeVisible()

  foreign.setPrice('$0.004')
  await button(page, 'Pay 0.003 USDC').click()
  await expect(failure(page, 'The price has changed')).toBeVisible()
  expect(wallet.signatures()).toBe(0)
  await button(page, 'Show the new price').click()
  await button(page, 'Agree to the terms it asks for now').click()
  await button(page, 'Pay 0.004 USDC').click()
  await expect(bought(page)).toContainText('"author": "Lovelace"')
  expect(await wallet.balance()).toBe(996_000n)
})

test('an answer that another host loses is not paid for twice, and said to be in doubt', async ({ page, request }) => {
  const wallet = await injectEvmWallet(page)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  await page.goto(await listForeign(request))
  await connectEvm(page, wallet)
  foreign.loseNext(wallet.address)
  await button(page, 'Pay 0.002 USDC').click()
  await expect(failure(page, 'The service refuses a payment that it may have taken')).toBeVisible()
  await expect(button(page, 'Ask for the outcome')).toBeVisible()
  await expect(desk(page)).toContainText('holds 0.998 USDC')
  await page.reload()
  await button(page, 'Ask for the outcome').click()
  await expect(failure(page, 'The service refuses a payment that it may have taken')).toContainText('ask again later')
  expect(wallet.signatures()).toBe(1)
  expect(await wallet.balance()).toBe(998_000n)

  await page.clock.setFixedTime(Date.now() + 600_000)
  await button(page, 'Ask for the outcome').click()
  await expect(failure(page, 'The service refuses a payment that it may have taken')).toContainText('it has expired')
  await expect(button(page, 'Ask for the outcome')).toBeHidden()
  await connectButton(page).click()
  await expect(button(page, 'Pay 0.002 USDC')).toBeVisible()
  expect(wallet.signatures()).toBe(1)
})

test('a tool says what it takes, whom it pays, and how to add its server to the common clients, and is tried', async ({
  page,
  baseURL,
}) => {
  await page.goto('/bazaar?query=get_weather&type=mcp')
  const row = page.getByRole('link', { name: /^get_weather/ }).first()
  await page.goto((await row.getAttribute('href')) ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('get_weather')
  await expect(page.getByRole('main')).toContainText('0.001 USDC a call')
  for (const title of ['Ways to pay', 'What it takes and gives', 'Quality and health'])
    await page.getByText(title, { exact: true }).first().click()
  const options = page.getByRole('table', { name: 'Ways to pay' })
  await expect(options.getByRole('row')).toHaveCount(4)
  await expect(options).toContainText('0.001 USDC on Base Sepolia')
  await expect(page.getByRole('table', { name: 'What it takes' })).toContainText('One of Lisbon, London')
  await expect(page.getByRole('region', { name: 'Quality' })).toContainText('Independent payers')
  await expect(page.getByRole('region', { name: 'Quality' })).toContainText(/Price changed\s*Not since/)
  const add = page.getByRole('region', { name: 'Add it to your client' })
  await expect(add).toContainText(`claude mcp add --transport http 'localhost' '${baseURL}/mcp'`)
  await expect(add).toContainText('"mcpServers"')

  await desk(page).getByLabel('Body, as JSON').fill('{ "city": "Tokyo" }')
  await expect(desk(page)).toContainText('It answered 402')
  await button(page, 'Pay 0.001 USDC of test money').click()
  await expect(bought(page)).toContainText('"city": "Tokyo"')
})
