import { spawn } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCommand } from '@/development/checks/check'
import { nextCli } from '@/development/demo/build-site'
import { findFreePort } from '@/development/free-port'
import { bareEnv } from '@/lib/base/infra/bare-env'
import { loadChallenge } from '../load'
import { makeFolder, measureInTurn, median, type OnEnd } from '../measure'
import type { Bench, Row } from './rows'
import type { BenchServer } from './servers'

/** The 402 with sign-in and bazaar beside a route of an empty Next.js app that answers the same bytes. */
export async function measureChallenge(
  bench: Bench,
  { ours, stock }: Record<'stock' | 'ours', BenchServer>,
): Promise<Row> {
  const bareUrl = await startEmptyNext(await fetch(ours.url), bench.onEnd)
  const [a, b] = await Promise.all([ours.url, bareUrl].map(readShape))
  if (a !== b) throw new Error(`The bare route answers other bytes: ${a} and ${b}`)
  const seconds = bench.isQuick ? 2 : 3
  const sides = {
    bare: () => loadChallenge(bareUrl, seconds),
    ours: () => loadChallenge(ours.url, seconds),
    stock: () => loadChallenge(stock.url, seconds),
  }
  for (const load of Object.values(sides)) await load()
  const rates = await measureInTurn(bench.rounds, sides)
  const shares = rates.ours.map((perSecond, round) => perSecond / (rates.bare[round] ?? perSecond))
  const inWords = (side: keyof typeof sides) => `${median(rates[side]).toFixed(0)}/s`
  return {
    name: 'challenge',
    title: '402 with sign-in and bazaar / a bare Next.js route of an empty app, same bytes',
    meaning:
      'Challenges per second with 20 connections, as a share of what a Next.js app of one route answers that sends the ' +
      "same headers and body and does nothing else. Stock is @x402/express on Node's own server, with sign-in only.",
    stock: inWords('stock'),
    ours: `${median(shares).toFixed(2)}x (${inWords('ours')}; bare ${inWords('bare')})`,
    goal: '>= 0.9x, 3,000/s',
    isMet: median(shares) >= 0.9 && median(rates.ours) >= 3_000,
    figures: { ...rates, shares },
  }
}

/** Length of an answer and of its headers: values may differ in a nonce or a time. */
async function readShape(url: string): Promise<string> {
  const response = await fetch(url)
  const { length } = await response.text()
  return JSON.stringify([length, ownHeaders(response).map(([name, value]) => [name, value.length])])
}

/** Headers of one connection, or of the server that sent it. */
const hopHeaders = /^(connection|content-length|date|keep-alive|transfer-encoding)$/

/** An answer's own headers, without the words that Next.js adds to every `Vary`. */
function ownHeaders({ headers }: Response): [string, string][] {
  const own = [...headers].filter(([name]) => !hopHeaders.test(name))
  const words = (value: string) => value.split(', ').filter((word) => !/^(rsc|next-)/i.test(word))
  return own.map(([name, value]) => [name, name === 'vary' ? words(value).join(', ') : value])
}

/** The app's only file: a route handler that answers the given bytes. */
const HANDLER = `import { readFileSync } from 'node:fs'
const { status, headers, body } = JSON.parse(readFileSync(process.env.ANSWER_FILE ?? '', 'utf8'))
export const dynamic = 'force-dynamic'
export const GET = () => new Response(body, { status, headers })
`

/** Builds and starts an empty Next.js app of this project's version, whose one route answers as `like` did. */
async function startEmptyNext(like: Response, onEnd: OnEnd): Promise<string> {
  // Outside the project, whose instrumentation and proxy it would otherwise use.
  const folder = makeFolder(onEnd)
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'app', 'answer'), { recursive: true })
  const files = {
    'answer.json': JSON.stringify({ status: like.status, headers: ownHeaders(like), body: await like.text() }),
    'app/answer/route.js': HANDLER,
    'next.config.js': "module.exports = { poweredByHeader: false, turbopack: { root: '/' } }",
    'package.json': '{}',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const port = await findFreePort()
  const variables = { NEXT_TELEMETRY_DISABLED: '1', ANSWER_FILE: join(folder, 'answer.json') }
  const env = { ...bareEnv(variables), NODE_ENV: 'production' as const }
  const built = await runCommand(process.execPath, [nextCli(), 'build', folder], { ...env } as Record<string, string>)
  if (!built.isOk) throw new Error(`The empty app cannot be built:\n${built.output}`)
  const child = spawn(process.execPath, [nextCli(), 'start', folder, '-p', String(port)], { env, stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  onEnd(() => {
    child.kill('SIGTERM')
    return ended
  })
  const url = `http://127.0.0.1:${port}/answer`
  while ((await fetch(url).catch(() => null))?.status !== like.status) {
    if (child.exitCode !== null) throw new Error(`The empty app ended with ${child.exitCode}.`)
    await sleep(50)
  }
  return url
}
