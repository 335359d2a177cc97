import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError } from '@/lib/base/infra/domain-error'

export type StartedSite = {
  pid: number
  /** Settles with the reason when the site ends without having been stopped. */
  died: Promise<string>
  stop: () => Promise<void>
}

export type StartSiteOptions = {
  port: number
  isDev: boolean
  env: NodeJS.ProcessEnv
  logFile: string
  /** Another program than that of `npm start`, such as the server of a release. */
  server?: string
  /** Its answer once it serves: the weather's price, which needs every part, unless the site is not the demo's. */
  ready?: { path: string; status: number }
  onStart: (pid: number) => void
}

const START_TIMEOUT_MS = 120_000

const asksForPayment = { path: '/weather', status: 402 }

/** Serves the site in a separate process and waits until it answers as `ready` says. */
export async function startSite(options: StartSiteOptions): Promise<StartedSite> {
  const { port, isDev, env, logFile, onStart, server = 'bin/start.mjs', ready = asksForPayment } = options
  const log = openSync(logFile, 'w')
  // As `npm start` and the image do.
  const args = ['--max-semi-space-size=16', server, ...(isDev ? ['--dev'] : [])]
  const child = spawn(process.execPath, args, {
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', log, log],
    // A separate group: Ctrl-C reaches only the demo, which then stops things in order.
    detached: true,
  })
  closeSync(log)
  const died = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
  })
  const stop = () => stopGroup(child, died)
  if (child.pid !== undefined) onStart(child.pid)
  if (await answers(`http://127.0.0.1:${port}${ready.path}`, ready.status, died))
    return { pid: child.pid ?? 0, died, stop }
  await stop()
  const words = readFileSync(logFile, 'utf8').trim().split('\n').slice(-15).join('\n')
  throw new DomainError('SITE_FAILED', `The site did not start; the end of ${logFile}:\n${words}`)
}

async function answers(url: string, wanted: number, died: Promise<string>): Promise<boolean> {
  const deadline = Date.now() + START_TIMEOUT_MS
  let hasDied = false
  void died.then(() => (hasDied = true))
  while (!hasDied && Date.now() < deadline) {
    const status = await fetch(url).then(
      (response) => response.status,
      // The port is still closed.
      () => 0,
    )
    if (status === wanted) return true
    await sleep(50)
  }
  return false
}

async function stopGroup(child: ChildProcess, died: Promise<string>) {
  const isGone = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined
  const signal = (name: NodeJS.Signals) => {
    if (!isGone()) process.kill(-(child.pid ?? 0), name)
  }
  signal('SIGTERM')
  await Promise.race([died, sleep(8000, undefined, { ref: false })])
  signal('SIGKILL')
  await died
}
