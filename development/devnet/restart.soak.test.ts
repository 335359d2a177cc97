import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSolanaRpc, type Signature } from '@solana/kit'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { programCommand } from '@/development/programs/program-command'
import { devnetRpcUrls, fundDevnetWallet } from '@/lib/base/chains/devnet-faucet'
import { isRunning } from '../running-process'
import { startDevnet } from './start-devnet'
import { AVM_NETWORK, avmUsdcBalance, freshAvmWallet } from './testing/avm-parties'
import { EVM_NETWORK, freshAccount, usdcBalance } from './testing/evm-parties'
import { SVM_NETWORK, svmUsdcBalance } from './testing/svm-parties'
import { svmDevnetSigner } from './wallets'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-devnet-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The local networks on free ports, as a process. Throws with its output when it does not come up. */
async function spawnDevnet() {
  const args = programCommand('development/devnet/main.ts', ['--free-ports', '--data-dir', folder])
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(child, 'exit') as Promise<[number | null]>
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    return (await exited)[0]
  }
  let output = ''
  const urls = await new Promise<string[]>((answer, refuse) => {
    const collect = (chunk: Buffer) => {
      output += chunk.toString('utf8')
      if (output.includes('Ctrl-C')) answer(output.match(/http:\/\/[\d.:]+/g) ?? [])
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('exit', () => refuse(new Error(output)))
  })
  const [evmRpcUrl = '', svmRpcUrl = '', avmUrl = ''] = urls
  return { evmRpcUrl, svmRpcUrl, avmUrl, end }
}

const anvilPid = (): number => JSON.parse(readFileSync(join(folder, 'evm', 'anvil.json'), 'utf8')).pid

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'keeps what it acknowledged before %s, and leaves no anvil behind',
  async (signal) => {
    const first = await spawnDevnet()
    const [evm, svm, avm] = [freshAccount().address, (await svmDevnetSigner('maker')).address, freshAvmWallet().address]
    const fund = (network: string, address: string) =>
      fundDevnetWallet(devnetRpcUrls(first), { network, address, amountAtomic: 7n })
    await fund(EVM_NETWORK, evm)
    const { transaction } = await fund(SVM_NETWORK, svm)
    await fund(AVM_NETWORK, avm)
    const before = anvilPid()
    expect(await first.end(signal)).toBe(signal === 'SIGTERM' ? 0 : null)

    const second = await spawnDevnet()
    const after = anvilPid()
    expect([isRunning(before), isRunning(after)]).toEqual([false, true])
    expect(await usdcBalance(second.evmRpcUrl, evm)).toBe(7n)
    expect(await svmUsdcBalance(second.svmRpcUrl, svm)).toBe(7n)
    expect(await avmUsdcBalance(second.avmUrl, avm)).toBe(7n)
    const rpc = createSolanaRpc(second.svmRpcUrl)
    const { value } = await rpc.getSignatureStatuses([transaction as Signature]).send()
    expect(value[0]).toMatchObject({ err: null })
    await second.end('SIGINT')
    expect(isRunning(after)).toBe(false)
  },
)

it('names the port that is taken, or the folder that another works on, and leaves nothing running', async () => {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as { port: number }
  for (const taken of ['evm', 'svm', 'avm']) {
    const ports = { evm: 0, svm: 0, avm: 0, [taken]: port }
    await expect(startDevnet({ dataDir: folder, ports })).rejects.toThrow(`Port ${port} is taken`)
  }
  server.close()
  const first = await startDevnet({ dataDir: folder, ports: 'free' })
  await expect(startDevnet({ dataDir: folder, ports: 'free' })).rejects.toThrow('running already')
  await first.stop()
})
