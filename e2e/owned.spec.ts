import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { generatePrivateKey } from 'viem/accounts'
import { fromBufferPromise } from 'yauzl'
import { expectAccessible, expectGood } from './expect-accessible'
import { askApi, asOwnPage, openShopByProgram, priceOf, sellByProgram, signIn } from './sellers/shops'
import { bought, button, connect, failure, payAs, payWith, signAs, signInButton } from './wallets/at-checkout'
import { BASE_SEPOLIA, fund, injectBuyer, injectEvmWallet } from './wallets/evm-wallet'
import { injectSolanaWallet, SOLANA_DEVNET } from './wallets/solana-wallet'

const title = 'A signature is not a payment'
const article = '/articles/signed-is-not-paid'

/** Nothing on the page asks to pay for it, or for a wallet. */
const expectUnasked = (page: Page) =>
  expect(page.getByRole('button', { name: /^(Pay|Connect|Continue|Ask for its price)/ })).toHaveCount(0)

async function expectOwned(page: Page): Promise<void> {
  await expect(page.getByText(/^Yours since /)).toBeVisible()
  await expectUnasked(page)
}

test('an owner is asked to pay nowhere, on no device', async ({ page, request, browser }) => {
  const { handle, secret } = await openShopByProgram({ word: 'owned' })
  const { routeId } = await sellByProgram(request, secret, { title: 'On tolls', path: '/tolls', body: '## Tolls' })
  const key = generatePrivateKey()
  const wallet = await injectBuyer(page, { key })
  await page.goto(article)
  await payWith(page, wallet, 'Pay 0.05 USDC')
  await page.goto(`/x/${handle}/tolls`)
  // The first button is the reader's own.
  await expect(page.getByRole('button', { name: /of test money$/ })).toHaveCount(0)
  await payAs(page, 'Pay 0.01 USDC')

  await page.goto('/articles')
  await expect(page.getByRole('article').filter({ hasText: title })).toContainText('Bought')
  await page.goto('/')
  await expect(page.getByRole('region', { name: title })).toContainText('The rest of this article is yours.')
  await expectUnasked(page)
  await page.goto(`/bazaar?query=${encodeURIComponent(title)}`)
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('Bought')
  await row.getByRole('link').click()
  await expectOwned(page)
  await page.getByRole('region', { name: 'Try it' }).getByRole('link', { name: 'Open it' }).click()
  await expect(page).toHaveURL(`${article}/full`)
  await expectUnasked(page)
  await page.goto(`/x/${handle}`)
  await expect(page.getByRole('article').filter({ hasText: 'On tolls' })).toContainText('Bought')
  await page.getByRole('link', { name: 'On tolls' }).click()
  await expectOwned(page)
  expect([wallet.signatures(), await wallet.balance()]).toEqual([2, 940_000n])

  // Another browser, archived: to all others there is nothing to pay.
  expect((await askApi(request, secret, 'POST', `/routes/${routeId}/archive`)).status()).toBe(200)
  const device = await browser.newPage()
  const own = await injectEvmWallet(device, { key })
  await device.goto(`/x/${handle}/tolls`)
  await expect(device.getByText('There is nothing to pay here.')).toBeVisible()
  await expectAccessible(device)
  await connect(device, own)
  await expect(device.getByRole('heading', { name: 'Tolls', exact: true })).toBeVisible()
  const opened = await device.goto(`${article}/full`)
  expect([opened?.status(), await opened?.headerValue('vary')]).toEqual([200, expect.stringMatching(/cookie/i)])
  // A session is known before any script is.
  const short = `${own.address.slice(0, 6)}…${own.address.slice(-4)}`
  expect(await (await device.request.get('/articles/one-request')).text()).toContain(`as ${short}`)
  await device.goto(article)
  const save = async (link: string) => {
    const started = device.waitForEvent('download')
    await device.getByRole('link', { name: link }).click()
    const download = await started
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
  }
  const html = await save('Save as HTML')
  expect([html.name, html.bytes.toString()]).toEqual(['signed-is-not-paid.html', expect.stringContaining('</h2>')])
  expect((await save('Save as Markdown')).bytes.toString()).toContain('\n\n## What the wallet signs\n')
  await device.goto('/library')
  const zip = await fromBufferPromise((await save('Save everything as one file')).bytes)
  const names: string[] = []
  for await (const { fileName } of zip.eachEntry()) names.push(fileName)
  const texts = ['1-tolls', '2-signed-is-not-paid'].flatMap((name) => [`texts/${name}.html`, `texts/${name}.md`])
  expect(names).toEqual([...texts, 'index.html'])
  expect((await request.get('/library/copies')).status()).toBe(404)
  await button(device, 'Sign out').click()
  await expect(device.getByText('Sign in with the wallet that paid')).toBeVisible()
  await expectGood(device)
  expect([own.signatures(), await own.balance()]).toEqual([1, 940_000n])
  // What the wallet signs to pay proves it too, so nothing is charged, and this browser knows from then on.
  await device.goto(article)
  await signAs(device, 'Pay 0.05 USDC')
  await expect(bought(device)).toContainText('Yours. Nothing was charged.')
  await device.reload()
  await expectOwned(device)
  expect(await own.balance()).toBe(940_000n)
  await device.close()

  await page.goto('/library')
  await button(page, 'Forget this browser’s purchases').click()
  await expect(page.getByText('Sign in with the wallet that paid')).toBeVisible()
  await connect(page, wallet)
  await expect(page.getByRole('list', { name: 'Purchases' })).toContainText(title)
})

test('a part of a text and a pass are bought, and open what they cover', async ({ page, request }) => {
  const wallet = await injectBuyer(page)
  await page.goto('/articles/meter-and-ceiling?sections=2')
  await payWith(page, wallet, 'Pay up to 0.05 USDC')
  await expect(bought(page).getByRole('heading', { level: 2 })).toHaveCount(2)
  expect(await wallet.balance()).toBe(980_000n)
  await page.goto('/articles/meter-and-ceiling')
  await expect(page.getByRole('region', { name: 'What you pay' })).toContainText('0.05 USDC')

  const { handle, secret } = await openShopByProgram({ word: 'passes' })
  await sellByProgram(request, secret, { title: 'On ferries', path: '/ferries', body: 'Ferries wait.' })
  const sold = { title: 'Everything for a month', path: '/month', method: 'GET', price: priceOf('$0.03') }
  const made = await askApi(request, secret, 'POST', '/routes', { ...sold, kind: 'pass', pass: { days: 30 } })
  expect(made.status(), await made.text()).toBe(201)

  await page.goto(`/x/${handle}/ferries`)
  const offer = page.getByRole('region', { name: 'Passes' }).getByRole('link')
  await expect(offer).toContainText('Everything in this shop for 30 days.')
  await offer.click()
  await payAs(page, 'Pay 0.03 USDC')
  await expect(bought(page)).toContainText('Your pass is valid until')
  await bought(page).getByRole('link', { name: 'On ferries' }).click()
  await expect(page.getByText(/^Open with your pass until /)).toBeVisible()
  await expect(page.getByText('Ferries wait.')).toBeVisible()
  await expectUnasked(page)
  expect(await wallet.balance()).toBe(950_000n)
})

test('wallets share a library, and a browser ends other sign-ins', async ({ page, browser, baseURL }) => {
  const key = generatePrivateKey()
  const [solana, evm] = [await injectSolanaWallet(page), await injectBuyer(page, { key })]
  await fund(solana.address, SOLANA_DEVNET)
  await page.goto('/articles/one-request')
  // A wallet that has not paid is told so, which a declined sign-in is not.
  await button(page, 'Already bought?').click()
  evm.declineNext()
  await connect(page, evm)
  await expect(failure(page, 'You declined in your wallet')).toBeVisible()
  await signInButton(page).click()
  await expect(failure(page, 'This wallet has not bought it')).toBeVisible()
  expect(await evm.balance()).toBe(1_000_000n)

  await page.goto('/articles/one-request')
  await payAs(page, 'Pay 0.04 USDC')
  await page.goto('/articles/mental-cost')
  await connect(page, solana)
  await button(page, 'Pay 0.02 USDC').click()
  await expect(bought(page)).toBeFocused()
  await page.goto('/library')
  await page.getByText('Add another wallet').click()
  await connect(page, solana)
  await signAs(page, 'Add this wallet')
  const second = page.getByText('Now sign with a wallet that is in your library already')
  await expect(second).toBeVisible()
  await signAs(page, 'Add it to your library')
  // The page is read again then.
  await expect(second).toBeHidden()
  const purchases = page.getByRole('list', { name: 'Purchases' })
  await expect(purchases.getByRole('listitem')).toHaveCount(2)
  await expect(purchases).toContainText('The cent that was too expensive')
  await expectGood(page)
  await page.goto('/library?q=request+cost')
  await expect(purchases.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('link', { name: /^Receipt/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible()
  const address = (await page.getByRole('link', { name: 'As JSON' }).getAttribute('href')) ?? ''
  const receipt = await (await page.request.get(address, asOwnPage)).json()
  expect(receipt).toMatchObject({ amount: '40000', network: BASE_SEPOLIA, payer: evm.address.toLowerCase() })
  await expectGood(page)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByText(receipt.transaction, { exact: true })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Site' })).toBeHidden()
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  // A cookie proves nothing without the headers of our own page, nor does another's session.
  expect((await page.request.get(address)).status()).toBe(404)
  const [other, third] = [await browser.newPage(), await browser.newPage()]
  await signIn(other, generatePrivateKey())
  expect((await other.request.get(address, asOwnPage)).status()).toBe(404)
  for (const each of [other, third]) await signIn(each, key)
  await page.goto('/library')
  await expect(page.getByText(/^Chrome( Headless)? on /)).toHaveCount(3)
  await button(page, 'Sign out there').first().click()
  await expect(page.getByText(/^Chrome( Headless)? on /)).toHaveCount(2)
  const session = { headers: { origin: baseURL ?? '' } }
  const statuses = () =>
    Promise.all([other, third].map(async (each) => (await each.request.get('/api/session', session)).status()))
  expect((await statuses()).sort()).toEqual([200, 401])
  await button(page, 'Sign out everywhere else').click()
  await expect(page.getByText(/^Chrome( Headless)? on /)).toHaveCount(1)
  expect(await statuses()).toEqual([401, 401])
  await button(page, 'Sign out').click()
  await expect(page.getByText('Sign in with the wallet that paid')).toBeVisible()
  for (const each of [other, third]) await each.close()
})
