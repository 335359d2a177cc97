import { startEmptyNext, withoutNextVary } from '@/development/bench/servers/empty-next'
import { startScript } from '@/development/testing/start-script'
import { type Bench, pick } from '../bench'
import { loadChallenge } from '../measure/challenge-load'
import { measureInTurn } from '../measure/in-turn'
import { median } from '../measure/median'
import { readCpuMs } from '../measure/process-cost'
import { type Row, verdictOf } from '../row'
import type { PaidWorld } from './paid-world'

type Sample = { perSecond: number; cpuMs: number }

/** The 402 with sign-in and bazaar beside a route of an empty Next.js app that answers the same bytes. */
export async function measureChallenge(bench: Bench, { ours }: PaidWorld): Promise<Row[]> {
  if (!bench.wants('challenge')) return []
  const { url, pid } = ours.server
  const bare = await startEmptyNext(await fetch(url))
  bench.onEnd(bare.stop)
  await requireSameAnswer(url, bare.url)
  const express = await startScript('development/bench/servers/express.ts', { ROUTES: '1', NODE_ENV: 'production' })
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
    express: sample({ url: `${express.line.origin}/r/0`, pid: express.pid }),
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
