import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { z } from 'zod'

export type Program = { folder: string; file: string; cell: Readonly<Record<string, unknown>>; timeoutMs: number }

const answerSchema = z.object({ status: z.number(), text: z.string() }).passthrough()

export type Answer = z.infer<typeof answerSchema>

/** Runs a program of others to its end. Fails with what it printed, or when it takes too long. */
export async function runProgram(program: Program): Promise<Answer> {
  const { child, lines, errors } = start(program)
  const isLate = await ended(child, program.timeoutMs)
  const last = lines.findLast((line) => line.startsWith('{'))
  const answer = last === undefined ? null : answerSchema.safeParse(JSON.parse(last)).data
  if (answer) return answer
  throw new Error(isLate ? `no end within ${program.timeoutMs / 1000} s` : firstError(errors()))
}

export type Serving = { facts: Record<string, string>; stop: () => Promise<void>; errors: () => string }

/** Starts a server of others, and waits until it says where it listens. */
export async function startProgram(program: Program): Promise<Serving> {
  const { child, errors, onLine } = start(program)
  const facts = await new Promise<Record<string, string>>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`no start within ${program.timeoutMs / 1000} s`)),
      program.timeoutMs,
    )
    child.once('exit', () => reject(new Error(firstError(errors()))))
    onLine((line) => {
      clearTimeout(timer)
      resolve(z.record(z.string()).parse(JSON.parse(line)))
    })
  }).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  const stop = async () => {
    child.kill('SIGKILL')
    await ended(child, 5_000)
  }
  return { facts, stop, errors }
}

function start({ folder, file, cell }: Program) {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, ['--import', './only-loopback.mjs', file], {
    cwd: folder,
    env: { PATH, HOME, NODE_ENV: 'production', CELL: JSON.stringify(cell) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const listeners: ((line: string) => void)[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    if (line.startsWith('{')) for (const listener of listeners) listener(line)
  })
  let text = ''
  child.stderr.on('data', (chunk: Buffer) => (text = (text + chunk.toString()).slice(-20_000)))
  return {
    child,
    lines,
    errors: () => text,
    onLine: (listener: (line: string) => void) => void listeners.push(listener),
  }
}

/** True when it had to be killed. */
async function ended(child: ChildProcess, timeoutMs: number): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) return false
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    child.kill('SIGKILL')
  }, timeoutMs)
  await new Promise<void>((resolve) => child.once('close', () => resolve()))
  clearTimeout(timer)
  return isLate
}

/** The line of a stack trace that says what happened. */
function firstError(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  const named =
    lines.find((line) => /^(\w*Error|\[?\w*Error)\b/.test(line)) ?? lines.find((line) => line.includes('Error'))
  return (named ?? lines.findLast((line) => line !== '') ?? 'ended without a word').slice(0, 300)
}
