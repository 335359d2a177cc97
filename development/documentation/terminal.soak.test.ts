import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { type OurTarget, openTargets, type Targets } from '@/development/testing/targets'
import { readUsdc } from '@/development/testing/test-buyer'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
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
  }
  site = await targets.ours({ routes })
})
afterAll(() => targets.close())

/** A reader with a new wallet of $1, and the money spent so far. */
async function newReader() {
  const key = generatePrivateKey()
  const address = privateKeyToAddress(key)
  await targets.world.faucet({ network: BASE_SEPOLIA, address, amountAtomic: 1_000_000n })
  const env = { ...process.env, EVM_PRIVATE_KEY: key, EVM_RPC_URLS_84532: targets.world.evmRpcUrl }
  return { key, env, spentAtomic: async () => 1_000_000n - (await readUsdc(targets.world, address)) }
}

/** The document's blocks of that language that are left to this test, with the address of the site here. */
const blocksOf = (file: string, language: string) =>
  readSnippets(file)
    .filter((one) => one.runBy === 'development/documentation/terminal.soak.test.ts' && one.language === language)
    .map(({ text }) => text.replaceAll('http://localhost:4021', site.origin))

/** Runs the commands of the document, in their order. */
async function follow(file: string): Promise<{ printed: string[]; spentAtomic: bigint }> {
  const reader = await newReader()
  const printed: string[] = []
  for (const commands of blocksOf(file, 'sh')) {
    const { stdout, stderr } = await run('sh', ['-e', '-c', commands], { env: reader.env })
    printed.push(stdout + stderr)
  }
  return { printed, spentAtomic: await reader.spentAtomic() }
}

it.each(['README.md', 'docs/quick-start.md'])('shows the price and pays it by the commands of %s', async (file) => {
  const { printed, spentAtomic } = await follow(file)
  expect(printed).toHaveLength(2)
  expect(printed[0]).toMatch(/^HTTP\/1\.1 402 [\s\S]*\npayment-required: /i)
  expect(printed[1]).toMatch(/settled +0x/)
  expect(printed[1]).toContain('paid for')
  expect(spentAtomic).toBe(1_000n)
})

it('pays by the command of docs/paying-from-a-terminal.md', async () => {
  const { printed, spentAtomic } = await follow('docs/paying-from-a-terminal.md')
  expect(printed).toEqual([expect.stringMatching(/settled +0x/)])
  expect(spentAtomic).toBe(1_000n)
})

it('pays by the program of docs/paying-from-a-terminal.md', async () => {
  const reader = await newReader()
  const [program = ''] = blocksOf('docs/paying-from-a-terminal.md', 'ts')
  // Within the project, whose packages and paths it names.
  const folder = mkdtempSync('development/documentation/program-')
  try {
    const file = join(folder, 'program.mts')
    const keys = 'const { EVM_PRIVATE_KEY: evmKey, SVM_PRIVATE_KEY: svmKey } = process.env\n'
    writeFileSync(file, `${keys}${program}\nconsole.log(response.status, await response.text())\n`)
    const { stdout } = await run(process.execPath, ['--import', 'tsx', file], { env: reader.env })
    expect(stdout).toContain('200 {"content":"paid for"}')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  expect(await reader.spentAtomic()).toBe(1_000n)
})

const settings = z.object({
  mcpServers: z.object({
    'paid-data': z.object({ command: z.string(), args: z.string().array(), env: z.record(z.string()) }),
  }),
})

it('pays through the bridge by the settings of docs/mcp.md', async () => {
  const reader = await newReader()
  const [text = ''] = blocksOf('docs/mcp.md', 'json')
  const filled = text.replaceAll('/path/to/turnpike', process.cwd()).replaceAll('0x…', reader.key)
  const { command, args, env } = settings.parse(JSON.parse(filled)).mcpServers['paid-data']
  const client = new Client({ name: 'reader', version: '1.0.0' })
  const network = { PATH: process.env.PATH ?? '', EVM_RPC_URLS_84532: targets.world.evmRpcUrl }
  await client.connect(new StdioClientTransport({ command, args, env: { ...network, ...env } }))
  try {
    const { content } = await client.callTool({ name: 'get-data-from-resource-server' })
    expect(content).toMatchObject([{ type: 'text', text: expect.stringContaining('paid for') }])
  } finally {
    await client.close()
  }
  expect(await reader.spentAtomic()).toBe(1_000n)
})
