import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { signInHeaders } from '@/development/testing/sign-in-proofs'
import { startScript } from '@/development/testing/start-script'
import { type Bench, measureInTurn, median, pick, type Row, verdictOf } from '../bench'
import { loadOverHttp, readCpuMs } from '../load'
import { type BenchServer, openBuyer, paymentHeaders, signPayments } from '../payments'
import type { PaidWorld } from './paid-rows'

const IN_FLIGHT = 20

type Sample = { perSecond: number; cpuMs: number; failures: number }

/** GETs of the bought resource, each opened by its own single-use sign-in proof. */
export async function measureSignIn(bench: Bench, { ours }: PaidWorld): Promise<Row[]> {
  if (!bench.wants('sign-in')) return []
  const key = generatePrivateKey()
  await buy(ours.server, key)
  const { address } = privateKeyToAccount(key)
  const stock = await startScript('development/bench/servers/sign-in-express.ts', {
    PAID_ADDRESS: address,
    NODE_ENV: 'production',
  })
  bench.onEnd(() => stock.stop())
  const [stockAt, oursAt] = [{ url: `${stock.line.origin}/paid`, pid: stock.pid }, ours.server]
  for (const at of [stockAt, oursAt]) await read(at, key, 200)
  const count = pick(bench, 1_000, 400)
  const samples = await measureInTurn(bench.rounds, {
    stock: () => read(stockAt, key, count),
    ours: () => read(oursAt, key, count),
  })
  const of = (side: 'stock' | 'ours', figure: keyof Sample) => samples[side].map((one) => one[figure])
  const inWords = (side: 'stock' | 'ours') => {
    const failed = of(side, 'failures').reduce((sum, failures) => sum + failures, 0)
    const rate = `${median(of(side, 'perSecond')).toFixed(0)}/s, ${median(of(side, 'cpuMs')).toFixed(2)} ms CPU`
    return failed > 0 ? `${rate}, ${failed} failed` : rate
  }
  const gain = median(of('ours', 'perSecond')) / median(of('stock', 'perSecond'))
  const row: Row = {
    name: 'sign-in',
    title: 'single-use sign-in, granted GETs',
    meaning:
      'Content per second for a wallet that has paid and signs in, 20 at a time, with a fresh challenge and proof for each, ' +
      'signed beforehand. A proof opens once on both sides; ours remembers that in the database, stock in its memory.',
    stock: inWords('stock'),
    ours: `${inWords('ours')} (${gain.toFixed(2)}x)`,
    goal: '>= 3x',
    verdict: verdictOf(gain >= 3 && of('ours', 'failures').every((failures) => failures === 0)),
    figures: {
      'stock perSecond': of('stock', 'perSecond'),
      'ours perSecond': of('ours', 'perSecond'),
      'stock cpuMs': of('stock', 'cpuMs'),
      'ours cpuMs': of('ours', 'cpuMs'),
    },
  }
  return [row]
}

async function buy(server: BenchServer, key: `0x${string}`): Promise<void> {
  const payments = await signPayments(server, [await openBuyer(server, key)], 1)
  const { failures } = await loadOverHttp(payments, 1, async (send, payment) => {
    const { status } = await send(server.url, { headers: paymentHeaders(payment) })
    return status === 200
  })
  if (failures > 0) throw new Error(`${server.url} could not be bought.`)
}

/** Reads the resource that many times, with as many proofs that were signed before. */
async function read(
  { url, pid }: Pick<BenchServer, 'url' | 'pid'>,
  key: `0x${string}`,
  count: number,
): Promise<Sample> {
  const proofs: Record<string, string>[] = []
  while (proofs.length < count) {
    proofs.push(...(await Promise.all(Array.from({ length: 10 }, () => signInHeaders(url, key)))))
  }
  const before = readCpuMs(pid)
  const { perSecond, failures } = await loadOverHttp(proofs, IN_FLIGHT, async (send, headers) => {
    const { status } = await send(url, { headers })
    return status === 200
  })
  return { perSecond, failures, cpuMs: (readCpuMs(pid) - before) / count }
}
