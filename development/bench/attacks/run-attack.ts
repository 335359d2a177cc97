import type { TestWorld } from '@/development/testing/test-world'
import type { Attack, Result, Side } from './attack'
import { watchGas } from './watch-gas'

/** Longer than any attack takes whose server answers. */
const LIMIT_MS = 60_000

/** Tries an attack on one side; a failure is reported in words, with its costs until then. */
export async function runAttack({ run }: Attack, world: TestWorld, side: Side): Promise<Result> {
  const readGas = await watchGas(world.evmRpcUrl, side.gasWallet)
  const startedAt = performance.now()
  const late = new AbortController()
  const outcome = await Promise.race([
    run(world, side).catch((error: unknown) => failed(String(error))),
    new Promise<ReturnType<typeof failed>>((resolve) => {
      const timer = setTimeout(() => resolve(failed(`no end after ${LIMIT_MS / 1_000} s`)), LIMIT_MS)
      late.signal.addEventListener('abort', () => clearTimeout(timer))
    }),
  ])
  late.abort()
  const milliseconds = Math.round(performance.now() - startedAt)
  const { charged, lost, ...words } = outcome
  return { ...words, charged: charged.toString(), lost: lost.toString(), milliseconds, ...(await readGas()) }
}

const failed = (why: string) => ({
  leaked: 0,
  unpaidRuns: 0,
  charged: 0n,
  lost: 0n,
  said: `NOT MEASURED: ${why.slice(0, 200)}`,
})
