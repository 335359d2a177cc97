import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BASE_SEPOLIA } from '@/lib/x402/networks'
import { type OurTarget, openTargets, type Targets } from '@/testing/targets'
import { readUsdc } from '@/testing/test-buyer'
import { readSnippets } from './read-snippets'

const run = promisify(execFile)
let targets: Targets
let site: OurTarget

beforeAll(async () => {
  targets = await openTargets()
  const terms = { network: BASE_SEPOLIA, payTo: targets.payTo }
  const handler = () => Response.json({ content: 'paid for' })
  const routes = {
    'GET /weather': {
      config: { accepts: { ...terms, scheme: 'exact', price: '$0.001' } as const, query: ['city'] },
      handler,
    },
    'GET /api/random': {
      config: { accepts: { ...terms, scheme: 'batch-settlement', price: '$0.0001' } as const },
      handler,
    },
  }
  site = await targets.ours({ routes })
})
afterAll(() => targets.close())

/** Runs the commands that the document leaves to this test, in their order, as a reader with a new wallet of $1 would. */
async function follow(file: string): Promise<{ printed: string[]; spentAtomic: bigint }> {
  const key = generatePrivateKey()
  const address = privateKeyToAddress(key)
  await targets.world.faucet({ network: BASE_SEPOLIA, address, amountAtomic: 1_000_000n })
  const env = { ...process.env, EVM_PRIVATE_KEY: key, EVM_RPC_URLS_84532: targets.world.evmRpcUrl }
  const printed: string[] = []
  for (const { runBy, text } of readSnippets(file)) {
    if (runBy !== 'development/documentation/terminal.integration.test.ts') continue
    const commands = text.replaceAll('http://localhost:4021', site.origin)
    const { stdout, stderr } = await run('sh', ['-e', '-c', commands], { env })
    printed.push(stdout + stderr)
  }
  return { printed, spentAtomic: 1_000_000n - (await readUsdc(targets.world, address)) }
}

it.each(['README.md', 'docs/quick-start.md'])('shows the price and pays it by the commands of %s', async (file) => {
  const { printed, spentAtomic } = await follow(file)
  expect(printed).toHaveLength(2)
  expect(printed[0]).toMatch(/^HTTP\/1\.1 402 [\s\S]*\npayment-required: /i)
  expect(printed[1]).toMatch(/settled +0x/)
  expect(printed[1]).toContain('paid for')
  expect(spentAtomic).toBe(1_000n)
})

it('pays once, then out of a channel, and gets the rest back by those of docs/paying-from-a-terminal.md', async () => {
  const { printed, spentAtomic } = await follow('docs/paying-from-a-terminal.md')
  const [paid, channel] = printed
  expect(printed).toHaveLength(2)
  expect(paid).toMatch(/settled +0x/)
  expect(channel).toMatch(/charged +0\.0001 USDC/)
  expect(channel).toMatch(/refunded +\S+ USDC/)
  expect(spentAtomic).toBe(1_100n)
})
