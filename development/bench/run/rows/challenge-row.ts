import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCommand } from '@/development/checks/check'
import { nextCli } from '@/development/demo/build-site'
import { findFreePort } from '@/development/free-port'
import { startScript } from '@/development/testing/start-script'
import { bareEnv } from '@/lib/base/infra/bare-env'
import { type Bench, measureInTurn, median, pick, type Row, verdictOf } from '../bench'
import { loadChallenge, readCpuMs } from '../load'
import type { PaidWorld } from './paid-rows'

type Sample = { perSecond: number; cpuMs: number }

/** The 402 with sign-in and bazaar beside a route of an empty Next.js app that answers the same bytes. */
export async function measureChallenge(bench: Bench, { ours }: PaidWorld): Promise<Row[]> {
  if (!bench.wants('challenge')) return []
  const { url, pid } = ours.server
  const bare = await startEmptyNext(await fetch(url))
  bench.onEnd(bare.stop)
  await requireSameAnswer(url, bare.url)
  const express = await startScript('development/bench/servers/express.ts', { NODE_ENV: 'production' })
  bench.onEnd(() => express.stop())
  const seconds = pick(bench, 3, 2)
  const sample = (target: { url: string; pid: number }) => async (): Promise<Sample> => {
    const before = readCpuMs(target.pid)
    const perSecond = await loadChallenge(target.url, seconds)
    return { perSecond, cpuMs: (readCpuMs(target.pid) - before) / (perSecond * seconds) }
  }
  const sides = {
    bare: sample(bare),
    ours: sample({ url, pid }),
    express: sample({ url: `${express.line.origin}/paid`, pid: express.pid }),
  }
  for (const load of Object.values(sides)) await load()
  const samples = await measureInTurn(bench.rounds, sides)
  const shares = samples.ours.map(({ perSecond }, round) => perSecond / (samples.bare[round]?.perSecond ?? perSecond))
  const share = median(shares)
  const of = (side: keyof typeof sides, figure: keyof Sample) => samples[side].map((one) => one[figure])
  const inWords = (side: keyof typeof sides) =>
    `${median(of(side, 'perSecond')).toFixed(0)}/s, ${median(of(side, 'cpuMs')).toFixed(2)} ms CPU`
  const row: Row = {
    name: 'challenge',
    title: '402 with sign-in and bazaar / a bare Next.js route of an empty app, same bytes',
    meaning:
      'Challenges per second with 20 connections, as a share of what a Next.js app of one route answers that sends the ' +
      "same headers and body and does nothing else. Stock is @x402/express on Node's own server, without Next.js.",
    stock: inWords('express'),
    ours: `${share.toFixed(2)}x (${inWords('ours')}; bare ${inWords('bare')})`,
    goal: '>= 0.9x, 3,000/s',
    verdict: verdictOf(share >= 0.9 && median(of('ours', 'perSecond')) >= 3_000),
    figures: {
      bare: of('bare', 'perSecond'),
      ours: of('ours', 'perSecond'),
      express: of('express', 'perSecond'),
      'bare cpuMs': of('bare', 'cpuMs'),
      'ours cpuMs': of('ours', 'cpuMs'),
      shares,
    },
  }
  return [row]
}

/** The comparison holds only while both send as much; values may differ in a nonce or a time. */
async function requireSameAnswer(ours: string, bare: string): Promise<void> {
  const [a, b] = await Promise.all([ours, bare].map(readShape))
  if (a !== b) throw new Error(`The bare route answers other bytes: ${a} and ${b}`)
}

async function readShape(url: string): Promise<string> {
  const response = await fetch(url)
  const { length } = await response.text()
  const ofTheRoute = [...response.headers].filter(
    ([name]) => !/^(connection|date|keep-alive|transfer-encoding|content-length)$/.test(name),
  )
  // Next.js adds words to `Vary` that an answer without it does not have.
  const lengthOf = (name: string, value: string) => (name === 'vary' ? withoutNextVary(value).length : value.length)
  return JSON.stringify([length, ofTheRoute.map(([name, value]) => [name, lengthOf(name, value)])])
}

type EmptyNext = { url: string; pid: number; stop: () => Promise<void> }

/** The app's only file: a route handler that answers the given bytes. */
const HANDLER = `import { readFileSync } from 'node:fs'
const { status, headers, body } = JSON.parse(readFileSync(process.env.ANSWER_FILE ?? '', 'utf8'))
export const dynamic = 'force-dynamic'
export const GET = () => new Response(body, { status, headers })
`

/** Headers of one connection, or of the server that sent it. */
const hopHeaders = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'])

/** Next.js adds its own words to `Vary` of every answer; given again they would be sent twice. */
const withoutNextVary = (value: string): string =>
  value
    .split(', ')
    .filter((word) => !/^(rsc|next-)/i.test(word))
    .join(', ')

/** Builds and starts an empty Next.js app of this project's version, whose one route answers as `like` did. */
async function startEmptyNext(like: Response): Promise<EmptyNext> {
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
