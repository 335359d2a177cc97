import type { LoadResult } from '@/development/bench/facilitator/run-load'
import type { StockBuyer } from '@/development/testing/stock-buyer'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import type { Bench } from '../bench'
import { openBuyers, openSolanaBuyer, paymentHeaders, signPayments } from '../measure/payments'
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
  await warmUp(bench, { stock, ours })
  return { stock, ours, idle }
}

/** The same two servers, paid with Solana's money by twenty wallets. */
export async function openSolanaWorld(bench: Bench, { stock, ours, idle }: PaidWorld): Promise<PaidWorld> {
  const money = { network: SOLANA_DEVNET, open: openSolanaBuyer }
  // The stock one has a route for each network, and ours one for all of them.
  const url = `${stock.server.origin}/solana`
  const sides = { stock: await openSide({ ...stock.server, url }, money), ours: await openSide(ours.server, money) }
  await warmUp(bench, sides)
  return { ...sides, idle }
}

async function warmUp(bench: Bench, { stock, ours }: Pick<PaidWorld, 'stock' | 'ours'>): Promise<void> {
  for (const { pay } of [stock, ours]) {
    await pay(bench.isQuick ? 60 : 200, 20)
    await pay(10, 1)
  }
}

/** A server with twenty wallets that buy at it. */
async function openSide<T extends BenchServer>(
  server: T,
  { network, open }: { network: string; open?: typeof openSolanaBuyer } = { network: BASE_SEPOLIA },
): Promise<Side<T>> {
  const buyers = await openBuyers(server, BUYERS, open)
  const pay = async (count: number, inFlight: number) => {
    const payments = await signPayments(server, buyers, count, network)
    const load = await loadOverHttp(payments, inFlight, async (send, payment) => {
      const { status } = await send(server.url, { headers: paymentHeaders(payment) })
      return status === 200
    })
    if (load.failures > 0) await server.recover?.()
    return load
  }
  return { server, buyers, pay }
}
