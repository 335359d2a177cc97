import { expect, test } from '@playwright/test'
import { evmDevnetAccount, evmDevnetKey } from '@/development/devnet/wallets'
import { expectGood } from './expect-accessible'
import { consoleErrors } from './foreign-requests'
import { buy } from './outsiders/buy'
import { openShop, signIn } from './sellers/open-shop'
import { sellByProgram } from './sellers/sell-by-program'

// Every page as it stands when it is opened, in both themes and at both widths. What follows a press is looked at where
// it is pressed.

test('pages for everybody', async ({ page, request, browser }) => {
  const found = await (await request.get('/facilitator/discovery/search?query=weather')).json()
  const { method = 'GET', resource } = found.resources[0]
  for (const path of [
    ...['/', '/articles/turnpikes', '/articles/turnpikes/full', '/no-such-page', '/docs/operating', '/facilitator'],
    ...['/weather?city=Tokyo', '/api/random', '/library', '/bazaar', '/bazaar?query=weather', '/bazaar/add'],
    `/bazaar?payTo=${evmDevnetAccount('seller').address}&network=eip155%3A84532`,
    `/bazaar/entry/${Buffer.from(`${method} ${resource}`).toString('base64url')}`,
  ]) {
    await page.goto(path)
    await test.step(path, () => expectGood(page))
  }
  const german = await browser.newPage({ locale: 'de-DE' })
  const faults = consoleErrors(german)
  await german.goto('/')
  await expectGood(german)
  expect(faults).toEqual([])
  await german.close()
})

test('pages of a dashboard', async ({ page }) => {
  const { handle, secret } = await openShop(page, { word: 'axe', scopes: ['routes:write'] })
  const goods = { title: 'On tolls', path: '/tolls', body: 'A *toll*.' }
  const { routeId, url } = await sellByProgram(page.request, secret, goods)
  await buy(page.request, url)
  const paths = [
    ...['', '/routes', '/routes/new?kind=article', '/routes/new?kind=metered_api', `/routes/${routeId}`],
    ...[`/routes/${routeId}/integrate`, '/payments', '/earnings', '/payees', '/webhooks'],
    ...['/keys', '/profile', '/gateways/new'],
  ]
  for (const path of paths) {
    await page.goto(`/dashboard${path}`)
    await test.step(path, () => expectGood(page, { hasLargeTargets: true }))
  }
  await page.goto(`/x/${handle}`)
  await expectGood(page)
  await page.context().clearCookies()
  await page.goto('/dashboard')
  await expectGood(page, { hasLargeTargets: true })
  await signIn(page, evmDevnetKey('seller'))
  for (const path of ['', '/shops']) {
    await page.goto(`/dashboard/operator${path}`)
    await expectGood(page)
  }
})
