import type { Browser, Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { DemoProcess } from '@/development/demo/demo-process'
import { arrange } from '@/e2e/sellers/arrange'
import { sellByProgram } from '@/e2e/sellers/sell-by-program'
import { createPayer } from '@/lib/client/create-payer'
import { bazaarPaths } from './bazaar-paths'
import type { Ids, Visit } from './visits'

const handle = 'kumquat-press'
const NETWORK = 'eip155:84532'

/** A seller who has sold a text and a file and bought them again, and someone who has only signed in. */
export async function makePeople(
  browser: Browser,
  { origin }: Pick<DemoProcess, 'origin'>,
  arrangerUrl: string,
): Promise<{ cookies: Cookies; ids: Ids }> {
  const context = await browser.newContext({ baseURL: origin })
  const page = await context.newPage()
  const key = generatePrivateKey()
  const payTo = privateKeyToAddress(generatePrivateKey())
  const shop = { handle, name: 'A shop', payTo, scopes: ['routes:write', 'shop:write'] }
  const opened = await arrange(arrangerUrl, { key, userAgent: 'bench', shop })
  const secret = opened.secret ?? ''
  await context.addCookies([{ ...opened.cookie, url: origin }])
  await sellByProgram(page.request, secret, {
    title: 'Kumquats through the year',
    path: '/kumquats',
    teaser: 'A small tree asks for little.\n',
    body: '## Winter\n\nBring the pot in before the first frost.\n\n| Month | Water |\n| --- | --- |\n| January | Little |\n',
  })
  const profile = {
    name: 'Kumquat Press',
    about: 'Notes and guides on small citrus, from a balcony in Lisbon. New ones with every season.',
    links: [{ title: 'How we grow them', url: 'https://example.com/' }],
  }
  await page.request.put('/api/v1/shop/profile', { data: profile, headers: { authorization: `Bearer ${secret}` } })
  const pdf = { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') }
  await sellByProgram(page.request, secret, { title: 'Notes on kumquats', path: '/notes', file: pdf })
  await buy(origin, key, [
    `/x/${handle}/kumquats`,
    `/x/${handle}/notes`,
    '/articles/turnpikes/full',
    '/weather?city=Lisbon',
  ])
  const ids = {
    handle,
    routeId: await idIn(page, '/dashboard/routes', /\/dashboard\/routes\/([0-9a-f-]{36})/),
    paymentId: await idIn(page, '/dashboard/payments', /[?;]open=([0-9a-f-]{36})/),
    receiptId: await idIn(page, '/library', /\/library\/receipts\/([0-9a-f-]{36})/),
    entryPaths: await bazaarPaths(origin),
  }
  const newcomer = await createPayer({ evmKey: generatePrivateKey() })
  const signedIn = await newcomer.fetch(`${origin}/api/session`, { method: 'POST', headers: { origin } })
  const cookies = {
    anybody: '',
    newcomer: signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '',
    seller: (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; '),
  }
  await context.close()
  return { cookies, ids }
}

/** The `Cookie` header of each. */
export type Cookies = Record<Visit['as'], string>

async function buy(origin: string, evmKey: ReturnType<typeof generatePrivateKey>, paths: string[]): Promise<void> {
  const order = { network: NETWORK, address: privateKeyToAddress(evmKey), amount: '1000000' }
  const funded = await fetch(`${origin}/devnet/faucet`, { method: 'POST', body: JSON.stringify(order) })
  if (!funded.ok) throw new Error(`The faucet answered ${funded.status}.`)
  const payer = await createPayer({ evmKey })
  for (const path of paths) {
    const answer = await payer.fetch(`${origin}${path}`)
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`)
  }
}

async function idIn(page: Page, path: string, pattern: RegExp): Promise<string> {
  await page.goto(path, { waitUntil: 'networkidle' })
  const [, id] = pattern.exec(await page.content()) ?? []
  if (!id) throw new Error(`${path} links to nothing that matches ${pattern}.`)
  return id
}
