import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { generatePrivateKey } from 'viem/accounts'
import { fromBufferPromise } from 'yauzl'
import { expectAccessible } from './expect-accessible'
import { openShopByProgram, signIn } from './sellers/open-shop'
import { askApi, priceOf, sellByProgram } from './sellers/sell-by-program'
import {
  bought,
  button,
  connectButton,
  connectEvm,
  connectSolana,
  failure,
  payAs,
  payWith,
  signAs,
  signInButton,
} from './wallets/at-checkout'
import { BASE_SEPOLIA, injectEvmWallet } from './wallets/evm-wallet'
import { fund, injectBuyer } from './wallets/fund'
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
  // The first button is the reader's own, and the demo's is a link.
  await page.goto(`/x/${handle}/tolls`)
  await expect(button(page, 'Pay with the demo’s wallet')).toBeVisible()
  await expect(page.getByRole('button', { name: /of test money$/ })).toHaveCount(0)
  await payAs(page, 'Pay 0.01 USDC')

  await page.goto(article)
  await expectOwned(page)
  expect((await page.goto(`${article}/full`))?.status()).toBe(200)
  await expectUnasked(page)
  await page.goto('/articles')
  await expect(page.getByRole('article').filter({ hasText: title })).toContainText('Bought')
  await page.goto('/')
  await expect(page.getByRole('region', { name: title })).toContainText('The rest of this article is yours.')
  await expectUnasked(page)
  await page.goto(`/bazaar?query=${encodeURIComponent(title)}`)
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('Bought')
  await expect(row).not.toContainText('0.05')
  await row.getByRole('link').click()
  const call = page.getByRole('region', { name: 'Try it' })
  await expect(call.getByText(/^Yours since /)).toBeVisible()
  await expectUnasked(page)
  await call.getByRole('link', { name: 'Open it' }).click()
  await expect(page).toHaveURL(`${article}/full`)
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
  await connectEvm(device, own)
  await button(device, 'Sign in with wallet').click()
  await expect(device.getByRole('heading', { name: 'Tolls', exact: true })).toBeVisible()
  const opened = await device.goto(`${article}/full`)
  // A session is known before any script is.
  const short = `${own.address.slice(0, 6)}…${own.address.slice(-4)}`
  expect(await (await device.request.get('/articles/one-request')).text()).toContain(`as ${short}`)
  expect(opened?.status()).toBe(200)
  expect(await opened?.headerValue('vary')).toMatch(/cookie/i)
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
  await device.getByRole('link', { name: '0.05 USDC on Base Sepolia, receipt' }).click()
  await expect(device.getByText('For good: the wallet that paid opens it')).toBeVisible()
  await device.goto('/library')
  const zip = await fromBufferPromise((await save('Save everything as one file')).bytes)
  const names: string[] = []
  for await (const { fileName } of zip.eachEntry()) names.push(fileName)
  const texts = ['1-tolls', '2-signed-is-not-paid'].flatMap((name) => [`texts/${name}.html`, `texts/${name}.md`])
  expect(names).toEqual([...texts, 'index.html'])
  expect((await request.get('/library/copies')).status()).toBe(404)
  await button(device, 'Sign out').click()
  await expect(device.getByText('Sign in with the wallet that paid')).toBeVisible()
  expect((await device.goto(`${article}/full`))?.status()).toBe(402)
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
  await signAs(page, 'Sign in with wallet')
  await expect(page.getByRole('list', { name: 'Purchases' })).toContainText(title)
  await page.goto(article)
  await expectOwned(page)
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
  await expect(offer).toContainText('$0.03')
  await expect(offer).toContainText('Cheaper from the 4th purchase on.')
  await offer.click()
  await expect(page.getByRole('heading', { name: 'It opens 1 thing' })).toBeVisible()
  await payAs(page, 'Pay 0.03 USDC')
  await expect(bought(page)).toContainText('Your pass is valid until')
  await bought(page).getByRole('link', { name: 'On ferries' }).click()
  await expect(page.getByText(/^Open with your pass until /)).toBeVisible()
  await expect(page.getByText('Ferries wait.')).toBeVisible()
  await expectUnasked(page)
  await page.goto(`/x/${handle}`)
  await expect(page.getByRole('article').filter({ hasText: 'On ferries' })).toContainText('Open until')
  await page.goto('/library')
  await expect(page.getByRole('article').filter({ hasText: sold.title })).toContainText(/Until \d/)
  await page.goto(`/x/${handle}/month`)
  await page.getByRole('link', { name: 'Buy more time' }).click()
  await expect(button(page, 'Pay 0.03 USDC').or(connectButton(page)).first()).toBeVisible()
  expect(await wallet.balance()).toBe(950_000n)
})

test('wallets share a library, and a browser ends other sign-ins', async ({ page, request, browser, baseURL }) => {
  const key = generatePrivateKey()
  const [solana, evm] = [await injectSolanaWallet(page), await injectBuyer(page, { key })]
  await fund(request, { network: SOLANA_DEVNET, address: solana.address, amount: '1000000' })
  await page.goto('/articles/one-request')
  // A wallet that has not paid is told so, which a declined sign-in is not.
  await button(page, 'Already bought?').click()
  await connectEvm(page, evm)
  evm.declineNext()
  await signInButton(page).click()
  await expect(failure(page, 'You declined in your wallet')).toBeVisible()
  await signInButton(page).click()
  await expect(failure(page, 'This wallet has not bought it')).toBeVisible()
  expect(await evm.balance()).toBe(1_000_000n)

  await page.goto('/articles/one-request')
  await payAs(page, 'Pay 0.04 USDC')
  await page.goto('/library')
  await expect(page.getByRole('heading', { name: 'Wallets and sign-ins' })).toBeVisible()
  await page.goto('/articles/mental-cost')
  await connectSolana(page, solana)
  await button(page, 'Pay 0.02 USDC').click()
  await expect(bought(page)).toBeFocused()
  await page.goto('/library')
  await page.getByText('Add another wallet').click()
  await connectSolana(page, solana)
  await signAs(page, 'Add this wallet')
  await expect(page.getByText('Now sign with a wallet that is in your library already')).toBeVisible()
  await expectAccessible(page)
  await signAs(page, 'Add it to your library')
  // The page is read again then.
  await expect(page.getByText('Now sign with a wallet that is in your library already')).toBeHidden()
  const purchases = page.getByRole('list', { name: 'Purchases' })
  await expect(purchases.getByRole('listitem')).toHaveCount(2)
  await expect(purchases).toContainText('What should one request cost?')
  await expect(purchases).toContainText('The cent that was too expensive')
  await expectAccessible(page)
  // The form is there once ten things were bought.
  await page.goto('/library?q=cent+expensive')
  await expect(purchases.getByRole('listitem')).toHaveCount(1)
  await page.goto('/library?q=nothing+of+the+kind')
  await expect(page.getByText('Nothing found')).toBeVisible()

  await page.goto('/library?q=request+cost')
  await page.getByRole('link', { name: /^Receipt/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible()
  const address = await page.getByRole('link', { name: 'As JSON' }).getAttribute('href')
  const fromOurPage = { headers: { 'sec-fetch-site': 'same-origin' } }
  const receipt = await (await page.request.get(address ?? '', fromOurPage)).json()
  expect(receipt).toMatchObject({ amount: '40000', network: BASE_SEPOLIA, payer: evm.address.toLowerCase() })
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByText(receipt.transaction, { exact: true })).toBeVisible()
  await expect(page.getByText(receipt.payTo, { exact: true })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Site' })).toBeHidden()
  await expect(button(page, 'Print')).toBeHidden()
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  expect(await paper()).toBe('rgb(255, 255, 255)')
  await page.emulateMedia({ media: null, colorScheme: null })
  // A cookie proves nothing without the headers of our own page, nor does another's session.
  expect((await page.request.get(address ?? '')).status()).toBe(404)

  const [second, third] = [await browser.newPage(), await browser.newPage()]
  await signIn(second, generatePrivateKey())
  expect((await second.request.get(address ?? '', fromOurPage)).status()).toBe(404)
  expect((await second.goto(page.url()))?.status()).toBe(404)
  for (const each of [second, third]) await signIn(each, key)
  await page.goto('/library')
  await expect(page.getByText(/^Chrome on /)).toHaveCount(3)
  await expect(page.getByText('This browser, last seen')).toHaveCount(1)
  await button(page, 'Sign out there').first().click()
  await expect(page.getByText(/^Chrome on /)).toHaveCount(2)
  const statusOf = async (each: Page) =>
    (await each.request.get('/api/session', { headers: { origin: baseURL ?? '' } })).status()
  expect((await Promise.all([second, third].map(statusOf))).sort()).toEqual([200, 401])
  await button(page, 'Sign out everywhere else').click()
  await expect(page.getByText(/^Chrome on /)).toHaveCount(1)
  await expect(button(page, 'Sign out everywhere else')).toBeHidden()
  expect(await Promise.all([second, third].map(statusOf))).toEqual([401, 401])
  await button(page, 'Sign out').click()
  await expect(page.getByText('Sign in with the wallet that paid')).toBeVisible()
  for (const each of [second, third]) await each.close()
})
