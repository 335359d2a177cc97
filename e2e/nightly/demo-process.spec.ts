import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { isAlive, type RunningDemo, readyNote, runDemo, untilServing } from '../outsiders/start-demo'

let dataDir: string
const running: RunningDemo[] = []
const listeners: Server[] = []

test.beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'turnpike-demo-'))
})

test.afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGTERM')
    await ended
  }
  for (const listener of listeners.splice(0)) listener.close()
  rmSync(dataDir, { recursive: true, force: true })
})

function launch(args: string[]): RunningDemo {
  const demo = runDemo([...args, '--data-dir', dataDir])
  running.push(demo)
  return demo
}

/** Listens at a port, or at any with 0; null where another program does. */
async function listen(port: number): Promise<Server | null> {
  const listener = createServer()
  const isOpen = await new Promise<boolean>((resolve) => {
    listener.once('error', () => resolve(false))
    listener.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (isOpen) listeners.push(listener)
  return isOpen ? listener : null
}

/** A port that another program listens at. */
async function takenPort(): Promise<number> {
  const address = (await listen(0))?.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** The same in front of two that are free, below the ports that the system hands out by itself. */
async function takenPortBeforeFreeOnes(): Promise<number> {
  for (let port = randomInt(20_000, 29_000); ; port += 3) {
    const [taken, ...free] = [await listen(port), await listen(port + 1), await listen(port + 2)]
    for (const listener of free) await new Promise((resolve) => (listener ? listener.close(resolve) : resolve(null)))
    if (taken && free.every((listener) => listener)) return port
  }
}

test('shows its progress and its banner, refuses a second copy, goes on after it was killed, and leaves nothing', async () => {
  const first = launch(['--port', '0', '--free-ports'])
  await untilServing(first)
  const killed = readyNote(dataDir)
  expect(first.output()).toMatch(/Database +\d+\.\d s\n/)
  expect(first.output()).toMatch(/Local networks +\d+\.\d s\n/)
  expect(first.output()).toContain(`Facilitator   ${killed.origin}/facilitator`)

  const copy = launch(['--port', '0', '--free-ports'])
  await copy.ended
  expect(copy.child.exitCode).toBe(1)
  expect(copy.output()).toMatch(
    new RegExp(`^A demo is running on \\S+ already \\(process ${killed.pids.demo}\\): [^\\n]+\\n$`),
  )
  expect((await fetch(`${killed.origin}/weather`)).status).toBe(402)

  first.child.kill('SIGKILL')
  await first.ended
  rmSync(join(dataDir, 'ready.json'))
  const anyPorts = ['--port', '--evm-port', '--svm-port', '--avm-port'].flatMap((flag) => [flag, '0'])
  const servicesPort = await takenPortBeforeFreeOnes()
  const second = launch([...anyPorts, '--services-port', String(servicesPort)])
  await untilServing(second)
  const { pids } = readyNote(dataDir)
  expect(pids.database).toBe(killed.pids.database)
  expect([isAlive(killed.pids.site), isAlive(killed.pids.anvil)]).toEqual([false, false])
  // A sample service whose port is taken is left out with a message.
  expect(second.output()).toContain(`Port ${servicesPort} is taken, so the sample service Daylight is left out`)
  expect(second.output()).toMatch(/Factors +http:\/\/localhost:\d+/)

  // From the terminal and from npm, as one Ctrl-C arrives.
  second.child.kill('SIGINT')
  second.child.kill('SIGINT')
  await second.ended
  for (const pid of Object.values(pids)) expect(isAlive(pid)).toBe(false)
  expect(second.child.exitCode).toBe(0)
})

test('refuses a taken port in one sentence', async () => {
  const port = await takenPort()
  const { child, output, ended } = launch(['--port', String(port), '--free-ports'])
  await ended
  expect(child.exitCode).toBe(1)
  expect(output()).toMatch(new RegExp(`^Port ${port} is taken by another program: [^\\n]+\\n$`))
})
