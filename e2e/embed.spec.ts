import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { openShop } from './sellers/open-shop'
import { sellByProgram } from './sellers/sell-by-program'
import { connectButton } from './wallets/at-checkout'

const paidWord = 'quittengelee'
let servers: Server[] = []

test.afterEach(() => {
  for (const server of servers) server.close()
  servers = []
})

/** A page of someone else's site, at its own origin, with a policy that allows what docs/selling.md names. */
async function startOtherSite(body: string, ourOrigin: string): Promise<string> {
  const server = createServer((_request, response) =>
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; script-src ${ourOrigin}; frame-src ${ourOrigin}; style-src 'unsafe-inline'`,
      })
      .end(`<!doctype html><title>A garden</title><main style="max-width:40rem">${body}</main>`),
  )
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

test('one line shows goods on another site, and leads to where they are paid; nothing else of ours may stand in a frame', async ({
  page,
  request,
  baseURL,
}) => {
  const origin = baseURL ?? ''
  const { handle, secret } = await openShop(page, { word: 'embed', scopes: ['routes:write'] })
  const title = `Quinces & <b>jelly</b> of ${handle}`
  const goods = { title, path: '/quinces', body: `Cook ${paidWord}.`, dollars: '$0.03' }
  const { routeId } = await sellByProgram(request, secret, goods)
  await page.goto(`/dashboard/routes/${routeId}/integrate`)
  const line = page.getByText(`data-goods="/x/${handle}/quinces"></script>`)
  const card = await line.innerText()
  const onlyButton = await page.getByText('data-show="button"').innerText()
  const gone = card.replace('/quinces', '/none')
  const elsewhere = card.replace(/data-goods="[^"]*"/, 'data-goods="https://evil.example/x/a/b"')
  const other = await startOtherSite([card, onlyButton, gone, elsewhere].join('\n'), origin)

  const loud: string[] = []
  page.on('pageerror', ({ message }) => loud.push(message))
  await page.goto(other)
  await expect(page.locator('iframe')).toHaveCount(3)
  const frame = (place: number) => page.frameLocator('iframe').nth(place)
  await expect(frame(0).getByText(title)).toBeVisible()
  await expect(frame(0).getByText('0.03 USDC, test money')).toBeVisible()
  await expect(frame(2).getByText('This is not for sale now')).toBeVisible()
  expect(loud).toEqual([expect.stringContaining('nothing of https://evil.example')])

  for (const each of page.frames()) expect(await each.content()).not.toContain(paidWord)
  const opening = page.context().waitForEvent('page')
  await frame(1)
    .getByRole('link', { name: `Buy for 0.03 USDC, test money: ${title}` })
    .click()
  const opened = await opening
  await expect(connectButton(opened)).toBeVisible()
  expect(opened.url()).toBe(`${origin}/x/${handle}/quinces`)
  expect(await opened.evaluate(() => window.opener)).toBeNull()

  const answer = await request.get('/embed/article/turnpikes', { headers: { accept: 'text/html' } })
  const policy = answer.headers()['content-security-policy'] ?? ''
  expect(policy).toContain('frame-ancestors *')
  expect(policy).not.toContain('script-src')
  expect(answer.headers()['set-cookie']).toBeUndefined()

  const refused: string[] = []
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
  await page.goto(await startOtherSite(`<iframe src="${origin}/articles/turnpikes"></iframe>`, origin))
  await expect.poll(() => refused.join()).toContain('frame-ancestors')
})
