import { execFile } from 'node:child_process'
import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readSnippets } from '@/development/documentation/read-snippets'
import { type FacilitatorWorld, openFacilitatorSite } from '@/development/testing/facilitator-world'
import { type RunningScript, startScript } from '@/development/testing/start-script'
import { testWorld } from '@/development/testing/test-world'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { packCli } from './pack'

const local = testWorld()
const project = mkdtempSync(join(tmpdir(), 'turnpike-installed-'))
const program = join(project, 'node_modules/turnpike-cli/bin/turnpike.mjs')
const open: Client[] = []
let facilitators: FacilitatorWorld
let stock: RunningScript
let homes = 0

beforeAll(async () => {
  const packing = packCli(project)
  const site = await openFacilitatorSite()
  facilitators = site
  stock = await startScript('development/testing/stock-server.ts', {
    EVM_RPC_URL: local.evmRpcUrl,
    EVM_GAS_KEY: generatePrivateKey(),
    PAY_TO_EVM: facilitators.newEvmSeller(),
    PAY_TO_SVM: await facilitators.newSvmSeller(),
    FACILITATOR_URL: site.url,
  })
  writeFileSync(join(project, 'package.json'), '{"private":true}')
  // Needs no other package: nothing is downloaded.
  await promisify(execFile)('npm', ['install', '--offline', '--no-audit', await packing], { cwd: project })
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()))
})
afterAll(async () => {
  await stock?.stop()
  await facilitators?.close()
  rmSync(project, { recursive: true, force: true })
})

type Run = { code: number; out: string; err: string }
type Machine = { env: Record<string, string>; home: string; run: (...args: string[]) => Promise<Run> }

/** A machine with the installed program, and nothing stored on it yet. */
function newMachine(own: Record<string, string> = {}): Machine {
  homes += 1
  const home = join(project, `home-${homes}`)
  const env = {
    PATH: process.env.PATH ?? '',
    TURNPIKE_HOME: home,
    EVM_RPC_URLS_84532: local.evmRpcUrl,
    SVM_RPC_URL_DEVNET: local.svmRpcUrl,
    AVM_ALGOD_URL_TESTNET: local.avmUrl,
    ...own,
  }
  const run = (...args: string[]) =>
    new Promise<Run>((resolve) => {
      const options = { cwd: project, env: env as unknown as NodeJS.ProcessEnv } // Nothing of this process is needed.
      const child = execFile(process.execPath, [program, ...args], options, (error, out, err) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
      )
      child.stdin?.end()
    })
  return { env, home, run }
}

/** A machine with a funded wallet. */
async function newBuyer(own: Record<string, string> = {}): Promise<Machine> {
  const machine = newMachine(own)
  const made = await machine.run('wallet', 'new', '--json')
  const addresses = JSON.parse(made.out) as { evm: string; svm: string }
  await local.faucet({ network: BASE_SEPOLIA, address: addresses.evm, amountAtomic: 1_000_000n })
  await local.faucet({ network: SOLANA_DEVNET, address: addresses.svm, amountAtomic: 1_000_000n })
  return machine
}

const balancesOf = async (machine: Machine): Promise<Record<string, string | null>> => {
  const { out } = await machine.run('wallet', '--local', '--json')
  const all = JSON.parse(out) as { network: string; amount: string | null }[]
  return Object.fromEntries(all.map(({ network, amount }) => [network, amount]))
}

describe('the packed program', () => {
  it('has nothing of its folder that runs only in a clone', () => {
    const bin = readdirSync(join(project, 'node_modules/turnpike-cli/bin'))
    expect(bin.toSorted()).toEqual(['parts', 'turnpike.mjs'])
  })

  it('makes a wallet, and buys from a stock server on both families of chains', async () => {
    const buyer = await newBuyer()
    const evm = await buyer.run('pay', `${stock.line.origin}/slow`, '--json')
    expect(JSON.parse(evm.out)).toMatchObject({
      ok: true,
      body: { content: '/slow' },
      signed: { network: BASE_SEPOLIA },
    })
    const svm = await buyer.run('pay', `${stock.line.origin}/solana`)
    expect([svm.code, svm.err]).toEqual([0, ''])
    expect(svm.out).toMatch(/^settled {2}\w{80,90} on Solana Devnet/m)
    expect(await balancesOf(buyer)).toMatchObject({ [BASE_SEPOLIA]: '0.999', [SOLANA_DEVNET]: '0.999' })
    expect((await buyer.run('budget')).out).toContain('signed     $0.002')
  })

  it('buys by the lines that its README begins with', async () => {
    const buyer = newMachine()
    const [{ text = '' } = {}] = readSnippets('packages/cli/README.md')
    const commands = text.replace('https://api.example/weather', `${stock.line.origin}/slow`).trim().split('\n')
    const printed: string[] = []
    for (const command of commands) {
      const [name, ...args] = command.split(' ')
      expect(name).toBe('turnpike')
      const ended = await buyer.run(...args)
      expect([command, ended.code]).toEqual([command, 0])
      printed.push(ended.out)
      const made = /0x[0-9a-fA-F]{40}/.exec(ended.out)?.[0]
      if (args.join(' ') !== 'wallet new' || made === undefined) continue
      await local.faucet({ network: BASE_SEPOLIA, address: made, amountAtomic: 1_000_000n })
    }
    expect(printed.at(-2)).toMatch(/settled +0x/)
    expect(printed.at(-1)).toContain('signed     $0.001')
  })

  it('keeps to its budget, also after a restart', async () => {
    const buyer = await newBuyer()
    expect((await buyer.run('budget', '--total', '0.0015')).code).toBe(0)
    expect((await buyer.run('pay', `${stock.line.origin}/slow`)).code).toBe(0)
    const beyond = await buyer.run('pay', `${stock.line.origin}/slow`, '--json')
    expect([beyond.code, beyond.out]).toEqual([3, expect.stringContaining('$0.001 of $0.0015 was signed')])
    const dear = await buyer.run('pay', `${stock.line.origin}/dear`, '--max', '500', '--json')
    expect([dear.code, dear.out]).toEqual([3, expect.stringContaining('the most to pay is $1')])
    expect(await balancesOf(buyer)).toMatchObject({ [BASE_SEPOLIA]: '0.999' })
    appendFileSync(join(buyer.home, 'budget.jsonl'), '{"claim":')
    expect((await buyer.run('pay', `${stock.line.origin}/slow`)).err).toContain('so nothing is paid')
  })

  it('makes a wallet that only its owner may read, and no second one in its place', async () => {
    const machine = newMachine()
    expect((await machine.run('wallet', 'new')).code).toBe(0)
    expect(statSync(join(machine.home, 'wallet.json')).mode & 0o077).toBe(0)
    expect((await machine.run('wallet', 'new')).err).toContain('It is not overwritten')
  })
})

describe('the packed program, with --json', () => {})

describe('the packed program as an MCP server', () => {
  async function connect(machine: Machine) {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [program, 'mcp'],
      env: machine.env,
      stderr: 'ignore',
    })
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(transport)
    open.push(client)
    return async (name: string, input: Record<string, unknown>) => {
      const { content, isError } = CallToolResultSchema.parse(await client.callTool({ name, arguments: input }))
      return {
        isError: isError ?? false,
        text: content.map((part) => (part.type === 'text' ? part.text : '')).join(''),
      }
    }
  }

  it('buys within the budget, also one that is changed while it runs, and shows the wallet', async () => {
    const buyer = await newBuyer({ TURNPIKE_BAZAAR: stock.line.origin ?? '' })
    const call = await connect(buyer)
    const url = `${stock.line.origin}/slow`
    const cheaper = await call('buy', { url, maxDollars: 0.0001 })
    expect(cheaper).toMatchObject({ isError: true, text: expect.stringContaining('the most to pay is $0.0001') })
    expect(await call('buy', { url })).toMatchObject({
      isError: false,
      text: expect.stringContaining('"/slow"}Paid 0.001'),
    })
    await buyer.run('budget', '--total', '0.0001')
    expect(await call('buy', { url })).toMatchObject({
      isError: true,
      text: expect.stringContaining('left of the budget'),
    })
    const { balances, budget } = JSON.parse((await call('read-wallet', {})).text)
    expect([budget.total, balances.length > 0]).toEqual(['$0.0001', true])
  })

  it('reaches nothing of this machine that its owner did not name', async () => {
    const call = await connect(await newBuyer())
    const refused = { isError: true, text: expect.stringContaining('not public') }
    for (const url of [`${stock.line.origin}/slow`, 'http://169.254.169.254/latest/', 'http://[::1]:80/'])
      expect(await call('buy', { url })).toMatchObject(refused)
    expect(await call('buy', { url: 'file:///etc/passwd' })).toMatchObject({ isError: true })
  })
})
