import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programCommand } from '@/development/programs/program-command'
import { askSettled } from '@/development/testing/ask-settled'
import { type ChannelBuyer, createChannelBuyer } from '@/development/testing/channel-buyer'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { devnetEnv } from '@/development/testing/serve-test-site'
import { settleByStranger } from '@/development/testing/settle-by-stranger'
import { startTestSite, type TestSite } from '@/development/testing/start-test-site'
import { type SystemDatabase, startSystemDatabase } from '@/development/testing/system-database'
import { onServer } from '@/development/testing/template-database'
import { createEvmBuyer, createSvmBuyer, readUsdc, type TestBuyer } from '@/development/testing/test-buyer'
import { testWorld } from '@/development/testing/test-world'
import { openDatabase } from '@/lib/base/infra/database'
import { deployMigrations, listMigrations } from '@/lib/base/infra/migrations'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { claimChannels } from '@/lib/gate/resource-server/channels/claim-channels'
import { recordHeartbeat } from '@/lib/gate/resource-server/instance'
import { checkDatabase } from '@/lib/site/operations/doctor/check-database'

const world = testWorld()
const payTo = privateKeyToAccount(generatePrivateKey()).address
const price = 1_000n
const folder = mkdtempSync(join(tmpdir(), 'turnpike-backup-'))
const file = join(folder, 'turnpike.dump')

/** Paid before the backup, and after it. */
let kept: Paid
let lost: Paid
let lostOnSolana: { transaction: string; payer: string }
let byStranger: string
/** Channels: claimed after the backup, used after it without a claim, and opened after it. */
let claimed: ChannelBuyer
let used: ChannelBuyer
let opened: ChannelBuyer
let server: SystemDatabase
let env: Record<string, string>
let site: TestSite
let restored: TestSite
let report: Ran

type Paid = { buyer: TestBuyer; headers: Record<string, string>; transaction: string }
type Scheme = 'exact' | 'batch-settlement'
type Ran = { code: number; words: string }

const start = (databaseUrl: string, gas: Parameters<typeof startTestSite>[0]['gas'], publicOrigin?: string) => {
  const at = (network: string, scheme: Scheme, to: string) => ({
    config: { accepts: { scheme, price: '$0.001', network, payTo: to } },
    handler: () => Response.json({ content: scheme }),
  })
  return startTestSite({
    databaseUrl,
    gas,
    ...(publicOrigin && { publicOrigin }),
    routes: {
      'GET /exact': at(BASE_SEPOLIA, 'exact', payTo),
      'GET /solana': at(SOLANA_DEVNET, 'exact', env.PAY_TO_SVM ?? ''),
      'GET /channel': at(BASE_SEPOLIA, 'batch-settlement', payTo),
    },
  })
}

/** Runs an operator's program unchanged. */
const run = (program: string, databaseUrl: string, ...args: string[]): Promise<Ran> =>
  new Promise((resolve) => {
    const variables = { ...env, DATABASE_URL: databaseUrl, PATH: `${server.programs}:${process.env.PATH}` }
    execFile(
      process.execPath,
      programCommand('lib/site/commands/main.ts', [program, ...args]),
      { env: variables as unknown as NodeJS.ProcessEnv },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, words: stdout + stderr }),
    )
  })

async function payAt(at: TestSite): Promise<Paid> {
  const buyer = await createEvmBuyer(world, price)
  const { headers } = await buyer.sign(`${at.origin}/exact`)
  const answer = await fetch(`${at.origin}/exact`, { headers })
  expect(answer.status).toBe(200)
  return { buyer, headers, transaction: transactionOf(answer) }
}

const transactionOf = (answer: Response): string =>
  JSON.parse(Buffer.from(answer.headers.get('payment-response') ?? '', 'base64').toString()).transaction

const call = async (buyer: ChannelBuyer, from: TestSite) => (await buyer.fetch(`${from.origin}/channel`)).status

async function calls(buyer: ChannelBuyer, count: number) {
  for (let n = 0; n < count; n += 1) expect(await call(buyer, site)).toBe(200)
}

const chargedTo = async (buyer: ChannelBuyer) => {
  const payer = buyer.address.toLowerCase()
  const { chargedAtomic } = await restored.application.database.paymentChannel.findFirstOrThrow({ where: { payer } })
  return BigInt(chargedAtomic.toFixed(0))
}

beforeAll(async () => {
  server = await startSystemDatabase()
  const url = await server.create('lost')
  await deployMigrations(url)
  const gas = await createGasKeys(world)
  // The usual payee is paid by other tests too.
  env = { ...(await devnetEnv(world, gas)), PAY_TO_EVM: payTo }
  site = await start(url, gas)
  const newBuyer = () => createChannelBuyer(world, 1_000_000n)
  ;[claimed, used, opened] = await Promise.all([newBuyer(), newBuyer(), newBuyer()])
  kept = await payAt(site)
  await Promise.all([calls(claimed, 3), calls(used, 1)])

  expect(await run('backup', url, file)).toMatchObject({ code: 0 })

  lost = await payAt(site)
  const solana = await createSvmBuyer(world, price)
  const answer = await fetch(`${site.origin}/solana`, await solana.sign(`${site.origin}/solana`))
  lostOnSolana = { transaction: transactionOf(answer), payer: solana.address }
  const preempted = await createEvmBuyer(world, price)
  const { payload } = await preempted.sign(`${site.origin}/exact`)
  byStranger = await settleByStranger({ paymentPayload: payload })
  await Promise.all([calls(claimed, 2), calls(used, 2), calls(opened, 2)])
  const { gate, database } = site.application
  // One of the three is worth its gas.
  await claimChannels(gate, { afterSeconds: 1e6, aboveAtomic: 4n * price })
  await site.stop()
  await database.$disconnect()
  await server.destroy('lost')

  const again = await server.create('restored')
  const words = await run('restore', again, file)
  expect(words).toMatchObject({ code: 0, words: expect.stringContaining('reconcile --since 20') })
  expect(await deployMigrations(again)).toEqual([])
  report = await run('reconcile', again, '--since', /--since (\S+)/.exec(words.words)?.[1] ?? '')
  restored = await start(again, gas, site.origin)
})
afterAll(async () => {
  await restored?.stop()
  await restored?.application.database.$disconnect()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('backup and restore', () => {
  it('write for the owner alone, over no file, and into no database that has tables', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const { env: restoredEnv } = restored.application
    expect(await run('backup', restoredEnv.databaseUrl, file)).toMatchObject({
      code: 2,
      words: expect.stringContaining('is there already'),
    })
    expect(await run('restore', restoredEnv.databaseUrl, file)).toMatchObject({
      code: 1,
      words: expect.stringContaining('has tables already'),
    })
  })

  it('say what failed without the password, and leave nothing behind', async () => {
    const nowhere = 'postgresql://turnpike:hidden-word@127.0.0.1:1/turnpike'
    const other = join(folder, 'other.dump')
    const { code, words } = await run('backup', nowhere, other)
    expect([code, words]).toEqual([1, expect.stringContaining('pg_dump failed')])
    expect(words).not.toContain('hidden-word')
    expect(readdirSync(folder)).toEqual(['turnpike.dump'])
  })
})

describe('reconcile', () => {
  const linesOf = (name: string) => report.words.split('\n').filter((line) => line.includes(name))

  it('names each payment since the backup, and none from before', () => {
    expect(report.code).toBe(1)
    expect(linesOf(lost.transaction)).toEqual([
      expect.stringMatching(
        new RegExp(`block \\d+ .*: transfer of 1000 0x036c.* from ${lost.buyer.address} to ${payTo}, sent by us`, 'i'),
      ),
    ])
    expect(linesOf(lostOnSolana.transaction)).toEqual([
      expect.stringContaining(`from ${lostOnSolana.payer} to ${env.PAY_TO_SVM}, sent by us`),
    ])
    expect(linesOf(byStranger)).toEqual([expect.stringContaining('sent by others')])
    expect(linesOf(kept.transaction)).toEqual([])
  })

  it('names what was done with channels', () => {
    expect(linesOf('channel deposit of 100000')).toHaveLength(1)
    expect(linesOf('channel claim of 5000')).toHaveLength(1)
    expect(linesOf(`channel payout of 5000`)).toHaveLength(1)
    expect(linesOf('eip155').length + linesOf('sent by').length).toBe(6)
  })

  it('finds nothing once the database knows it', async () => {
    const paid = await payAt(restored)
    const now = await run('reconcile', restored.application.env.databaseUrl, '--since', new Date().toISOString())
    expect(now.words).not.toContain(paid.transaction)
  })
})

describe('after a restore', () => {
  it('a payment that was lost moves no money again, and opens nothing', async () => {
    const [left, earned] = [await lost.buyer.balance(), await readUsdc(world, payTo)]
    for (let n = 0; n < 2; n += 1) {
      const answer = await askSettled(`${restored.origin}/exact`, lost.headers)
      expect([answer.status, (await answer.text()).includes('content')]).toEqual([402, false])
    }
    expect([await lost.buyer.balance(), await readUsdc(world, payTo)]).toEqual([left, earned])
  })

  it('a payment from before the backup is as it was', async () => {
    expect((await askSettled(`${restored.origin}/exact`, kept.headers)).status).toBe(402)
    const { database } = restored.application
    const row = await database.payment.findFirst({ where: { payer: kept.buyer.address.toLowerCase() } })
    expect(row).toMatchObject({ status: 'settled', transaction: kept.transaction })
  })

  it('a channel goes on from what was claimed of it; one that was opened since the backup takes no calls', async () => {
    expect(await call(claimed, restored)).toBe(200)
    expect(await chargedTo(claimed)).toBe(6n * price)
    expect(await call(opened, restored)).toBe(402)
    const { database } = restored.application
    expect(await database.paymentChannel.count({ where: { payer: opened.address.toLowerCase() } })).toBe(0)
  })

  it('a client that has forgotten a claimed channel finds its place by the chain', async () => {
    expect(await call(claimed.forgetful(), restored)).toBe(200)
    expect(await chargedTo(claimed)).toBe(7n * price)
  })

  it('a channel that was not claimed goes on from the backup, and charges nothing twice', async () => {
    expect(await call(used, restored)).toBe(200)
    expect(await chargedTo(used)).toBe(2n * price)
    const { gate } = restored.application
    await claimChannels(gate, { afterSeconds: 1e6, aboveAtomic: 1n })
    await used.refund(`${restored.origin}/channel`)
    expect(await used.balance()).toBe(1_000_000n - 2n * price)
  })
})

it('the doctor says that the disk is full, while tables with free pages still take writes', async () => {
  const url = await server.createMigrated('crowded')
  await onServer(url.replace('turnpike@', 'admin@'), (admin) =>
    admin.query('ALTER DATABASE crowded SET temp_file_limit = 0'),
  )
  const full = openDatabase(url)
  await recordHeartbeat(full, 'alive')
  const [found] = await checkDatabase(full, listMigrations(), 5_000)
  await recordHeartbeat(full, 'alive')
  await full.$disconnect()
  expect(found).toMatchObject({
    state: 'fail',
    found: 'answers, and has no room to write',
    detail: expect.stringContaining('temp_file_limit'),
  })
})
