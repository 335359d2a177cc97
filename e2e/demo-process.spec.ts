import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

type Ready = { origin: string; pids: Record<'demo' | 'site' | 'anvil' | 'database', number> }

let dataDir: string
const children: ChildProcess[] = []

test.beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'turnpike-demo-'))
})

test.afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGTERM')
    await ended(child)
  }
  rmSync(dataDir, { recursive: true, force: true })
})

function launch(args: string[]) {
  const command = ['--import', 'tsx', 'development/demo/main.ts', ...args]
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  child.stdout.on('data', (chunk) => (text += String(chunk)))
  child.stderr.on('data', (chunk) => (text += String(chunk)))
  children.push(child)
  return { child, output: () => text }
}

const ended = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise<void>((resolve) => child.once('close', () => resolve()))

const readyFile = () => join(dataDir, 'ready.json')

async function start() {
  const demo = launch(['--port', '0', '--free-ports', '--data-dir', dataDir])
  await expect.poll(() => demo.output(), { timeout: 50_000 }).toContain('Ctrl-C stops everything')
  return { ...demo, ready: JSON.parse(readFileSync(readyFile(), 'utf8')) as Ready }
}

function isAlive(pid: number): boolean {
  const file = `/proc/${pid}/stat`
  return existsSync(file) && !readFileSync(file, 'utf8').includes(') Z ')
}

test('shows its progress and its banner, and leaves nothing running', async () => {
  const { child, output, ready } = await start()
  expect(output()).toMatch(/Database +\d+\.\d s\n/)
  expect(output()).toMatch(/Local networks +\d+\.\d s\n/)
  expect(output()).toContain(`Facilitator   ${ready.origin}/facilitator`)
  // From the terminal and from npm, as one Ctrl-C arrives.
  child.kill('SIGINT')
  child.kill('SIGINT')
  await ended(child)
  for (const pid of Object.values(ready.pids)) expect(isAlive(pid)).toBe(false)
  expect(child.exitCode).toBe(0)
})

test('goes on after it was killed, with what the killed one left running', async () => {
  const first = await start()
  first.child.kill('SIGKILL')
  await ended(first.child)
  rmSync(readyFile())
  const second = await start()
  expect(second.ready.pids.database).toBe(first.ready.pids.database)
  expect(isAlive(first.ready.pids.site)).toBe(false)
  expect(isAlive(first.ready.pids.anvil)).toBe(false)
})

test('refuses a second copy on the same data in one sentence', async () => {
  const { ready } = await start()
  const second = launch(['--port', '0', '--free-ports', '--data-dir', dataDir])
  await ended(second.child)
  expect(second.child.exitCode).toBe(1)
  expect(second.output()).toMatch(
    new RegExp(`^A demo is running on \\S+ already \\(process ${ready.pids.demo}\\): [^\\n]+\\n$`),
  )
  expect((await fetch(`${ready.origin}/weather`)).status).toBe(402)
})

test('refuses a taken port in one sentence', async () => {
  const listener = createServer()
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const { child, output } = launch(['--port', String(port), '--free-ports', '--data-dir', dataDir])
  await ended(child)
  await new Promise((resolve) => listener.close(resolve))
  expect(child.exitCode).toBe(1)
  expect(output()).toMatch(new RegExp(`^Port ${port} is taken by another program: [^\\n]+\\n$`))
})

test('goes without a sample service whose port is taken, and says so', async () => {
  const listener = createServer()
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const anyPorts = ['--port', '--evm-port', '--svm-port', '--avm-port'].flatMap((flag) => [flag, '0'])
  const { output } = launch([...anyPorts, '--services-port', String(port), '--data-dir', dataDir])
  await expect.poll(output, { timeout: 50_000 }).toContain('Ctrl-C stops everything')
  await new Promise((resolve) => listener.close(resolve))
  expect(output()).toContain(`Port ${port} is taken, so the sample service Daylight is left out`)
  expect(output()).toMatch(/Factors +http:\/\/localhost:\d+/)
})
