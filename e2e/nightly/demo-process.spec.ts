import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { programCommand } from '@/development/programs/program-command'

type RunningDemo = {
  child: ChildProcess
  /** Everything printed so far. */
  output: () => string
  ended: Promise<void>
}

let dataDir: string
const running: RunningDemo[] = []

test.beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'turnpike-demo-'))
})

test.afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGTERM')
    await ended
  }
  rmSync(dataDir, { recursive: true, force: true })
})

function launch(args: string[]): RunningDemo {
  const command = programCommand('development/demo/main.ts', [...args, '--data-dir', dataDir])
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)))
  const demo = {
    child,
    output: () => text,
    ended: new Promise<void>((resolve) => child.once('close', () => resolve())),
  }
  running.push(demo)
  return demo
}

/** The note that a running demo leaves for other programs. */
async function noteOf({ output }: RunningDemo) {
  await expect.poll(output, { timeout: 120_000 }).toContain('Ctrl-C stops everything')
  const note = JSON.parse(readFileSync(join(dataDir, 'ready.json'), 'utf8'))
  return note as { origin: string; pids: Record<'demo' | 'site' | 'anvil' | 'database', number> }
}

function isAlive(pid: number): boolean {
  const file = `/proc/${pid}/stat`
  return existsSync(file) && !readFileSync(file, 'utf8').includes(') Z ')
}

test('shows its progress, refuses a second copy, goes on after it was killed, and leaves nothing', async () => {
  const anyPorts = ['--port', '0', '--free-ports']
  const first = launch(anyPorts)
  const killed = await noteOf(first)
  expect(first.output()).toMatch(/Local networks +\d+\.\d s\n/)
  expect(first.output()).toContain(`Facilitator   ${killed.origin}/facilitator`)

  const copy = launch(anyPorts)
  await copy.ended
  expect(copy.child.exitCode).toBe(1)
  expect(copy.output()).toMatch(
    new RegExp(`^A demo is running on \\S+ already \\(process ${killed.pids.demo}\\): [^\\n]+\\n$`),
  )
  expect((await fetch(`${killed.origin}/weather`)).status).toBe(402)

  first.child.kill('SIGKILL')
  await first.ended
  rmSync(join(dataDir, 'ready.json'))
  const second = launch(anyPorts)
  const { pids } = await noteOf(second)
  expect(pids.database).toBe(killed.pids.database)
  expect([isAlive(killed.pids.site), isAlive(killed.pids.anvil)]).toEqual([false, false])

  // From the terminal and from npm, as one Ctrl-C arrives.
  second.child.kill('SIGINT')
  second.child.kill('SIGINT')
  await second.ended
  for (const pid of Object.values(pids)) expect(isAlive(pid)).toBe(false)
  expect(second.child.exitCode).toBe(0)

  const refused = launch(['--port', new URL(process.env.E2E_ORIGIN ?? '').port, '--free-ports'])
  await refused.ended
  expect(refused.child.exitCode).toBe(1)
  expect(refused.output()).toMatch(/^Port \d+ is taken by another program: [^\n]+\n$/)
})
