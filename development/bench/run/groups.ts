import type { Bench } from './bench'
import type { Row } from './row'
import { measureChallenge } from './rows/challenge-row'
import { measureFacilitatorOverHttp } from './rows/facilitator-http-row'
import { measureFlatLines } from './rows/flat-rows'
import { measureInProcess } from './rows/in-process-rows'
import { measureMemory } from './rows/memory-row'
import { measurePaidRows } from './rows/paid-rows'
import { openPaidWorld, openSolanaWorld, type PaidWorld } from './rows/paid-world'
import { measureSignIn } from './rows/sign-in-row'

export type Group = {
  name: string
  /** Parts that `--only` may name too. */
  parts: string[]
  measure: (bench: Bench) => Promise<Row[]>
}

const paidParts = ['paid', 'paid-1', 'paid-20', 'paid-200']
const solanaParts = ['solana', 'solana-1', 'solana-20', 'solana-200']

/** Rows that share a world, in the order of the table. */
export const groups: Group[] = [
  {
    name: 'site',
    parts: [...paidParts, ...solanaParts, 'facilitator-http', 'challenge', 'sign-in', 'memory'],
    async measure(bench) {
      const world = await openPaidWorld(bench)
      return [
        ...(await measurePaidRows(bench, world)),
        ...(bench.wants(...solanaParts) ? await measureSolana(bench, world) : []),
        ...(await measureFacilitatorOverHttp(bench, world)),
        ...(await measureChallenge(bench, world)),
        ...(await measureSignIn(bench, world)),
        ...measureMemory(bench, world),
      ]
    },
  },
  { name: 'in-process', parts: ['verify', 'settle'], measure: measureInProcess },
  { name: 'flat', parts: ['flat-past', 'flat-instances', 'flat-routes'], measure: measureFlatLines },
]

const measureSolana = async (bench: Bench, world: PaidWorld): Promise<Row[]> =>
  measurePaidRows(bench, await openSolanaWorld(bench, world), { name: 'solana', on: ' on Solana' })
