import { execFile, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  commandAs,
  findSystemPostgres,
  type PostgresAccount,
  resolvePostgresAccount,
} from '@/development/database/postgres-programs'
import { svmDevnetSigner } from '@/development/devnet/wallets'
import { findFreePort } from '@/development/free-port'
import { programCommand } from '@/development/programs/program-command'
import { askSettled } from '@/development/testing/ask-settled'
import { type ChannelBuyer, createChannelBuyer } from '@/development/testing/channel-buyer'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { settleByStranger } from '@/development/testing/hostile-payers'
import { startTestSite, type TestSite } from '@/development/testing/open-test-site'
import { devnetEnv } from '@/development/testing/serve-test-site'
import { signInHeaders } from '@/development/testing/sign-in-proofs'
import { onServer } from '@/development/testing/template-database'
import { createEvmBuyer, createSvmBuyer, readUsdc, type TestBuyer } from '@/development/testing/test-buyer'
import { testWorld } from '@/development/testing/test-world'
import { openDatabase } from '@/lib/base/infra/database'
import { deployMigrations } from '@/lib/base/infra/migrations'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { claimChannels } from '@/lib/channels/gate/claim-channels'
import { createHeartbeat } from '@/lib/gate/resource-server/instance'
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
let server: Awaited<ReturnType<typeof startSystemDatabase>>
let env: Record<string, string>
let solanaPayee = ''
let site: TestSite
let restored: TestSite
let report: Ran

type Paid = { buyer: TestBuyer; headers: Record<string, string>; transaction: string }
type Scheme = 'exact' | 'batch-settlement'
type Ran = { code: number; words: string }

const start = (databaseUrl: string, gas: Parameters<typeof startTestSite>[0]['gas'], publicOrigin?: string) => {
  const extensions = { 'sign-in-with-x': {} }
  const at = (network: string, scheme: Scheme, to: string) => ({
    config: { accepts: { scheme, price: '$0.001', network, payTo: to }, extensions },
    handler: () => Response.json({ content: scheme }),
  })
  return startTestSite({
    databaseUrl,
    gas,
    ...(publicOrigin && { publicOrigin }),
    routes: {
      'GET /exact': at(BASE_SEPOLIA, 'exact', payTo),
      'GET /solana': at(SOLANA_DEVNET, 'exact', solanaPayee),
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
  solanaPayee = (await svmDevnetSigner('seller')).address
  env = { ...(await devnetEnv(world, gas)), DEMO_PAY_TO: [payTo, solanaPayee].join() }
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
  it('write for the owner only, over no file, and into no database that has tables', async () => {
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
      expect.stringContaining(`from ${lostOnSolana.payer} to ${solanaPayee}, sent by us`),
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

  it('a payment from before the backup is as it was, and still opens what it bought to its wallet only', async () => {
    const url = `${restored.origin}/exact`
    expect((await askSettled(url, kept.headers)).status).toBe(402)
    const statusFor = async ({ buyer }: Paid) =>
      (await fetch(url, { headers: await signInHeaders(url, buyer.key) })).status
    expect([await statusFor(kept), await statusFor(lost)]).toEqual([200, 402])
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
  const url = await server.create('crowded')
  await deployMigrations(url)
  await onServer(url.replace('turnpike@', 'admin@'), (admin) =>
    admin.query('ALTER DATABASE crowded SET temp_file_limit = 0'),
  )
  const full = openDatabase(url)
  await createHeartbeat(full, { instanceId: 'alive', stir: () => {} })()
  const [found] = await checkDatabase({ database: full }, 5_000)
  await createHeartbeat(full, { instanceId: 'alive', stir: () => {} })()
  await full.$disconnect()
  expect(found).toMatchObject({
    state: 'fail',
    found: 'answers, and has no room to write',
    detail: expect.stringContaining('temp_file_limit'),
  })
})

/** A server of the system's PostgreSQL in a temporary folder: the embedded one comes without client programs. */
async function startSystemDatabase() {
  const programs = findSystemPostgres()
  if (!programs) throw new Error('Expected pg_dump with its server: install PostgreSQL, or run npm test, which does.')
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-system-db-'))
  const dataDir = join(folder, 'db')
  mkdirSync(dataDir)
  const postgres = join(programs, 'postgres')
  resolvePostgresAccount(postgres, folder)
  const account = resolvePostgresAccount(postgres, dataDir)
  const runAs = (program: string, args: string[]) => {
    const launch = commandAs(account, join(programs, program), args)
    execFileSync(launch.command, launch.args, { ...launch.options, stdio: 'ignore' })
  }
  runAs('initdb', [
    `--pgdata=${dataDir}`,
    '--no-sync',
    '--encoding=UTF8',
    '--locale=C',
    '--username=admin',
    '--auth=trust',
  ])
  const port = await findFreePort()
  const stop = await startServer(account, { postgres, dataDir, port })
  const adminUrl = adminUrlOf(port)
  const asAdmin = (sql: string) => onServer(adminUrl, (client) => client.query(sql))
  await asAdmin("CREATE ROLE turnpike LOGIN PASSWORD 'not asked for'")
  return {
    /** Folder of pg_dump and pg_restore of the server's own version. */
    programs,
    /** A new, empty database that a role without a superuser's rights owns. */
    async create(name: string) {
      await asAdmin(`CREATE DATABASE ${name} OWNER turnpike`)
      return `postgresql://turnpike@127.0.0.1:${port}/${name}`
    },
    /** Destroys it as the loss of its disk would. */
    destroy: (name: string) => asAdmin(`DROP DATABASE ${name} WITH (FORCE)`),
    async stop() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const adminUrlOf = (port: number) => `postgresql://admin@127.0.0.1:${port}/postgres`

async function startServer(account: PostgresAccount, place: { postgres: string; dataDir: string; port: number }) {
  const { postgres, dataDir, port } = place
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', timezone: 'UTC' }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const launch = commandAs(account, postgres, ['-D', dataDir, ...options])
  const server = spawn(launch.command, launch.args, { ...launch.options, stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  while (!(await answers(adminUrlOf(port)))) {
    if (server.exitCode !== null) throw new Error('Expected the system PostgreSQL to start.')
    await sleep(50)
  }
  return async () => {
    server.kill('SIGINT')
    await ended
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}
