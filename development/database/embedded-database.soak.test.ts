import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { onServer } from '@/development/testing/template-database'
import { isRunning } from '../running-process'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded-database'

let kept: string
let folder: string
let dataDir: string
const started: EmbeddedDatabase[] = []

const start = async (options: { port?: number; isDurable?: boolean } = {}) => {
  const database = await startEmbeddedDatabase({ dataDir, isDurable: false, ...options })
  started.push(database)
  return database
}

const query = (url: string, sql: string) => onServer(url, async (client) => (await client.query(sql)).rows)

/** A cluster that was started and stopped once; most tests begin with a copy of it, which is made much faster. */
beforeAll(async () => {
  kept = mkdtempSync(join(tmpdir(), 'turnpike-embedded-'))
  const database = await startEmbeddedDatabase({ dataDir: join(kept, 'db') })
  await database.stop()
})
afterAll(() => rmSync(kept, { recursive: true, force: true }))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-embedded-'))
  dataDir = join(folder, 'db')
  // With its owner, which may be another account than this one.
  execFileSync('cp', ['-a', join(kept, 'db'), dataDir])
})

afterEach(async () => {
  for (const database of started.splice(0)) await database.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('keeps its data over a stop and a start', async () => {
  const first = await start({ isDurable: true })
  await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS amount')
  await first.stop()
  expect(isRunning(first.pid)).toBe(false)
  const second = await start({ isDurable: true })
  expect(second.isAdopted).toBe(false)
  expect(await query(second.url, 'SELECT amount FROM kept')).toEqual([{ amount: 7 }])
})

test('gives the application a role that is no superuser, over a password, on loopback only', async () => {
  const { url, port } = await start()
  const [row] = await query(url, 'SELECT rolsuper, rolcreatedb FROM pg_roles WHERE rolname = current_user')
  expect(row).toEqual({ rolsuper: false, rolcreatedb: true })
  expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
  await expect(query(`postgresql://turnpike_site:wrong@127.0.0.1:${port}/turnpike`, 'SELECT 1')).rejects.toThrow(
    /password/,
  )
  await expect(query(`postgresql://admin@127.0.0.1:${port}/turnpike`, 'SELECT 1')).rejects.toThrow(/password/)
})

test('adopts the server that outlived the SIGKILL of its starter', async () => {
  const { child, pid } = await startInOtherProcess()
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
  expect(isRunning(pid)).toBe(true)
  const adopted = await start()
  expect(adopted).toMatchObject({ pid, isAdopted: true })
  expect(await query(adopted.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await adopted.stop()
  expect(isRunning(pid)).toBe(false)
})

test('recovers after the server itself was killed, and clears the file it left', async () => {
  const first = await start({ isDurable: true })
  await query(first.url, 'CREATE TABLE kept AS SELECT 8 AS amount')
  process.kill(first.pid, 'SIGKILL')
  await expect.poll(() => isRunning(first.pid)).toBe(false)
  // The number in the file now belongs to a process that is no PostgreSQL.
  writeFileSync(
    join(dataDir, 'postmaster.pid'),
    `${process.pid}\n${dataDir}\n1\n${first.port}\n\n127.0.0.1\n1 1\nready\n`,
  )
  const second = await start({ isDurable: true })
  expect(second.isAdopted).toBe(false)
  expect(await query(second.url, 'SELECT amount FROM kept')).toEqual([{ amount: 8 }])
})

async function startInOtherProcess(): Promise<{ child: ChildProcess; pid: number }> {
  const script = join(folder, 'start.mts')
  const source = JSON.stringify(join(import.meta.dirname, 'embedded-database.ts'))
  writeFileSync(
    script,
    `import { startEmbeddedDatabase } from ${source}
    const { pid } = await startEmbeddedDatabase({ dataDir: ${JSON.stringify(dataDir)}, isDurable: false })
    console.log(pid)
    setInterval(() => {}, 1000)`,
  )
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = await new Promise<number>((resolve) => child.stdout.once('data', (line) => resolve(Number(line))))
  return { child, pid }
}
