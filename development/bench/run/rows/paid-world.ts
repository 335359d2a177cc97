import type { LoadResult } from '@/development/bench/facilitator/run-load'
import type { StockBuyer } from '@/development/testing/stock-buyer'
import type { Bench } from '../bench'
import { openBuyers, paymentHeaders, signPayments } from '../measure/payments'
import { type Memory, readMemory } from '../measure/read-memory'
import { loadOverHttp } from '../measure/send'
import type { BenchServer } from '../world/bench-server'
import { type OurSite, startOurSite } from '../world/start-our-site'
import { startStock } from '../world/start-stock'

export type Side<T extends BenchServer = BenchServer> = {
  server: T
  buyers: StockBuyer[]
  /** That many paid GETs, signed beforehand. */
  pay: (count: number, inFlight: number) => Promise<LoadResult>
}

export type PaidWorld = {
  stock: Side
  ours: Side<OurSite>
  /** Our site's memory before its first payment. */
  idle: Memory
}

const BUYERS = 20

/** Both servers, each on its own fresh chain, warmed up alike. */
export async function openPaidWorld(bench: Bench): Promise<PaidWorld> {
  const ours = await openSide(await startOurSite(bench))
  const stock = await openSide(await startStock(bench))
  const idle = readMemory(ours.server.pid)
  bench.say('Both servers are up and are warmed up.')
  const warmUp = bench.isQuick ? 60 : 200
  for (const { pay } of [stock, ours]) {
    await pay(warmUp, 20)
    await pay(10, 1)
  }
  return { stock, ours, idle }
}

/** A server with twenty wallets that buy at it. */
export async function openSide<T extends BenchServer>(server: T): Promise<Side<T>> {
  const buyers = await openBuyers(server, BUYERS)
  const pay = async (count: number, inFlight: number) => {
    const payments = await signPayments(server, buyers, count)
    const load = await loadOverHttp(payments, inFlight, async (send, payment) => {
      const { status } = await send(server.url, { headers: paymentHeaders(payment) })
      return status === 200
    })
    if (load.failures > 0) await server.recover?.()
    return load
  }
  return { server, buyers, pay }
}
