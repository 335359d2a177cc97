import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { runSnippet } from '@/development/programs/run-snippet'
import { buy } from './outsiders/buy'
import { openMore } from './sellers/open-more'
import { openShop } from './sellers/open-shop'
import { button } from './wallets/at-checkout'
import { BASE_SEPOLIA } from './wallets/evm-wallet'
import { fund } from './wallets/fund'

const run = promisify(execFile)
let upstream: Server | null = null

test.afterEach(() => upstream?.close())

type Kind = {
  kind: string
  path: string
  /** Fills in what only this kind asks for. */
  fill: (page: Page, origin: string) => Promise<void>
  /** The body that a buyer gets. */
  content: string
  charged: string | null
}

const price = (dollars: string) => async (page: Page) => page.getByLabel('Price, in dollars').fill(dollars)
const upstreamAt = async (page: Page, address: string) => page.getByLabel('Address of your server').fill(address)

const kinds: Kind[] = [
  {
    kind: 'Article',
    path: '/tolls',
    content: 'A <em>toll</em>',
    charged: '0.01 USDC',
    fill: async (page) => {
      await page.getByLabel('Text, in Markdown').fill('# Tolls\n\nA *toll* is a price.')
      await price('$0.01')(page)
    },
  },
  {
    kind: 'File',
    path: '/data.csv',
    content: 'a,b',
    charged: '0.02 USDC',
    fill: async (page) => {
      await page
        .getByLabel('Choose a file of up to 100 MB')
        .setInputFiles({ name: 'data.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') })
      await price('$0.02')(page)
      await button(page, 'Save and sell').click()
      await expect(page.getByText('data.csv, 8 bytes')).toBeVisible()
      await expect(button(page, 'Pause')).toBeVisible()
    },
  },
  {
    kind: 'API',
    path: '/echo/[id]',
    content: '"heard":{"text":"it\'s"}',
    charged: '0.03 USDC',
    fill: async (page, origin) => {
      await page.getByLabel('Method').selectOption('POST')
      await upstreamAt(page, `${origin}/echo/[id]`)
      await price('$0.03')(page)
      await page.getByText('For programs: a sample and schemas').click()
      await page.getByLabel('Sample input (JSON)').fill('{"id":"7","text":"it\'s"}')
    },
  },
  {
    kind: 'Metered API',
    path: '/meter',
    content: '"path":"/meter"',
    charged: '0.004 USDC',
    fill: async (page, origin) => {
      await upstreamAt(page, `${origin}/meter`)
      await page.getByLabel('The most that one call can cost').fill('$0.10')
      await page.getByLabel('Price of each, in dollars').fill('$0.004')
    },
  },
  {
    kind: 'Sign-in only',
    path: '/members',
    content: 'For members',
    charged: null,
    fill: async (page) => page.getByLabel('Text, in Markdown').fill('For members.'),
  },
]

test('sells each kind to an outsider, who runs what the dashboard shows', async ({ page, request }, info) => {
  const origin = await startUpstream()
  await openShop(page, { word: 'kinds' })
  for (const { kind, path, fill, content, charged } of kinds) {
    await page.goto('/dashboard/routes')
    await page.getByRole('link', { name: kind, exact: true }).click()
    await page.getByLabel('Title').fill(`${kind} for sale`)
    await openMore(page)
    await page.getByLabel('Path', { exact: true }).fill(path)
    await fill(page, origin)
    const save = button(page, 'Save and sell')
    if (await save.isVisible()) await save.click()
    await expect(page.getByText('Live', { exact: true }).first()).toBeVisible()

    await page.getByRole('link', { name: 'Integrate' }).click()
    await expect(page.getByRole('heading', { name: 'TypeScript' })).toBeVisible()
    const curl = await codeOf(page, 'curl')
    const seen = await run('bash', ['-c', curl])
    expect(seen.stdout).toMatch(/^HTTP\/1\.1 402 /)
    expect(seen.stdout.toLowerCase()).toContain('payment-required: ')

    const bought = isPlain(kind)
      ? await buyAt(request, curl)
      : await runShown(request, await codeOf(page, 'TypeScript'), info.outputPath(`${kind.replaceAll(' ', '-')}.mjs`))
    expect(bought).toContain('200 ')
    expect(bought).toContain(content)

    if (charged === null) continue
    await page.goto('/dashboard/payments')
    await expect(page.getByRole('row').nth(1)).toContainText('Settled')
    await expect(page.getByRole('row').nth(1)).toContainText(charged)
  }
})

/** One program buys either; what is shown for each kind is run nightly (sample-call.soak.test.ts). */
const isPlain = (kind: string) => kind === 'Article' || kind === 'File'

async function buyAt(request: APIRequestContext, curl: string): Promise<string> {
  const got = await buy(request, /https?:[^'"\s]+/.exec(curl)?.[0] ?? '')
  return `${got.status} ${got.text}`
}

async function runShown(request: APIRequestContext, code: string, file: string): Promise<string> {
  const buyer = generatePrivateKey()
  await fund(request, { network: BASE_SEPOLIA, address: privateKeyToAccount(buyer).address, amount: '200000' })
  return runSnippet(code, file, { EVM_PRIVATE_KEY: buyer, EVM_RPC_URL: process.env.E2E_EVM_RPC_URL })
}

const codeOf = async (page: Page, title: string): Promise<string> =>
  (await page.getByRole('region', { name: title }).locator('pre code').textContent()) ?? ''

async function startUpstream(): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const answer = (body: unknown) => {
      outgoing.setHeader('content-type', 'application/json')
      outgoing.end(JSON.stringify({ path: incoming.url, heard: body }))
    }
    text(incoming)
      .then((body) => answer(body === '' ? null : JSON.parse(body)))
      .catch(() => outgoing.destroy())
  })
  upstream = server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
