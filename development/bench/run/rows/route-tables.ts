import { startScript } from '@/development/testing/start-script'
import { type Bench, pick } from '../bench'
import { loadChallenge } from '../measure/challenge-load'
import { measureInTurn } from '../measure/in-turn'
import { median } from '../measure/median'
import type { Row } from '../row'

/** The most routes at which @x402/express still answers in bearable time. */
const STOCK_ROUTES = 10_000

/** The 402 of the last of many routes in code beside that of one, ours and stock, without Next.js. */
export async function routeTables(bench: Bench, many: number): Promise<Pick<Row, 'stock' | 'ours' | 'figures'>> {
  const start = async (file: string, count: number) => {
    const { line, stop } = await startScript(file, { ROUTES: String(count), NODE_ENV: 'production' })
    bench.onEnd(() => stop())
    return () => loadChallenge(`${line.origin}/r/${count - 1}`, pick(bench, 2, 1))
  }
  const sides = {
    'ours, 1 route': await start('development/bench/servers/gate.ts', 1),
    'ours, many routes': await start('development/bench/servers/gate.ts', many),
    'stock, 1 route': await start('development/bench/servers/express.ts', 1),
    'stock, many routes': await start('development/bench/servers/express.ts', STOCK_ROUTES),
  }
  for (const load of Object.values(sides)) await load()
  const rates = await measureInTurn(bench.rounds, sides)
  const share = (side: 'ours' | 'stock') =>
    (median(rates[`${side}, many routes`]) / median(rates[`${side}, 1 route`])).toFixed(2)
  return {
    ours: `402 ${share('ours')}x`,
    stock: `402 ${share('stock')}x at ${STOCK_ROUTES.toLocaleString('en')}`,
    figures: rates,
  }
}
