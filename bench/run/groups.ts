import type { Bench } from './bench'
import type { Row } from './row'
import { measureCostRows } from './rows/cost-rows'
import { measureFacilitatorOverHttp } from './rows/facilitator-http-row'
import { measurePaidRows } from './rows/paid-rows'
import { openPaidWorld } from './rows/paid-world'

export type Group = {
  name: string
  /** What else `--only` may name to have a part of it. */
  parts: string[]
  measure: (bench: Bench) => Promise<Row[]>
}

/** Rows that share a world, in the order of the table. */
export const groups: Group[] = [
  {
    name: 'site',
    parts: ['paid', 'paid-1', 'paid-20', 'paid-200', 'facilitator-http', 'cost'],
    async measure(bench) {
      const world = await openPaidWorld(bench)
      return [
        ...(await measurePaidRows(bench, world)),
        ...(await measureFacilitatorOverHttp(bench, world)),
        ...(await measureCostRows(bench, world)),
      ]
    },
  },
]
