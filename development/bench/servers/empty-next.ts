import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCommand } from '@/development/checks/run-command'
import { nextCli } from '@/development/demo/next-cli'
import { findFreePort } from '@/development/free-port'
import { bareEnv } from '@/lib/base/infra/bare-env'

export type EmptyNext = { url: string; pid: number; stop: () => Promise<void> }

/** The app's only file: a route handler that answers the given bytes. */
const HANDLER = `import { readFileSync } from 'node:fs'
const { status, headers, body } = JSON.parse(readFileSync(process.env.ANSWER_FILE ?? '', 'utf8'))
export const dynamic = 'force-dynamic'
export const GET = () => new Response(body, { status, headers })
`

/** Headers of one connection, or of the server that sent it. */
const hopHeaders = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'])

/** Next.js adds its own words to `Vary` of every answer; given again they would be sent twice. */
export const withoutNextVary = (value: string): string =>
  value
    .split(', ')
    .filter((word) => !/^(rsc|next-)/i.test(word))
    .join(', ')

/** Builds and starts an empty Next.js app of this project's version, whose one route answers as `like` did. */
export async function startEmptyNext(like: Response): Promise<EmptyNext> {
  // Outside the project, whose instrumentation and proxy it would otherwise use.
  const folder = mkdtempSync(join(tmpdir(), 'empty-next-'))
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  const answerFile = join(folder, 'answer.json')
  const headers = [...like.headers]
    .filter(([name]) => !hopHeaders.has(name))
    .map(([name, value]) => [name, name === 'vary' ? withoutNextVary(value) : value])
  writeFileSync(answerFile, JSON.stringify({ status: like.status, headers, body: await like.text() }))
  mkdirSync(join(folder, 'app', 'answer'), { recursive: true })
  writeFileSync(join(folder, 'app', 'answer', 'route.js'), HANDLER)
  writeFileSync(join(folder, 'next.config.js'), "module.exports = { poweredByHeader: false, turbopack: { root: '/' } }")
  writeFileSync(join(folder, 'package.json'), '{}')
  const port = await findFreePort()
  const env = { ...bareEnv({ NEXT_TELEMETRY_DISABLED: '1', ANSWER_FILE: answerFile }), NODE_ENV: 'production' as const }
  const built = await runCommand(process.execPath, [nextCli(), 'build', folder], { ...env } as Record<string, string>)
  if (!built.isOk) throw new Error(`The empty app cannot be built:\n${built.output}`)
  const child = spawn(process.execPath, [nextCli(), 'start', folder, '-p', String(port)], { env, stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}/answer`
  while ((await fetch(url).catch(() => null))?.status !== like.status) {
    if (child.exitCode !== null) throw new Error(`The empty app ended with ${child.exitCode}.`)
    await sleep(50)
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, pid: child.pid ?? 0, stop }
}
