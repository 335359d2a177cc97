import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { programCommand } from '@/development/programs/program-command'

type Ready = {
  origin: string
  pids: Record<'demo' | 'site' | 'anvil' | 'database', number>
}

export type RunningDemo = {
  child: ChildProcess
  /** Everything printed so far. */
  output: () => string
  ended: Promise<void>
}

export function runDemo(args: string[]): RunningDemo {
  const command = programCommand('development/demo/main.ts', args)
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  child.stdout.on('data', (chunk) => (text += String(chunk)))
  child.stderr.on('data', (chunk) => (text += String(chunk)))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  return { child, output: () => text, ended }
}

export const untilServing = ({ output }: RunningDemo): Promise<void> =>
  expect.poll(output, { timeout: 120_000 }).toContain('Ctrl-C stops everything')

/** The note that a running demo leaves for other programs. */
export const readyNote = (dataDir: string): Ready => JSON.parse(readFileSync(join(dataDir, 'ready.json'), 'utf8'))

export function isAlive(pid: number): boolean {
  const file = `/proc/${pid}/stat`
  return existsSync(file) && !readFileSync(file, 'utf8').includes(') Z ')
}
