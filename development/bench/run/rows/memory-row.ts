import type { Bench } from '../bench'
import { readMemory } from '../measure/read-memory'
import { type Row, verdictOf } from '../row'
import type { PaidWorld } from './paid-world'

/** Resident memory of the servers: measured last, so that all other rows of their group are its load. */
export function measureMemory(bench: Bench, { stock, ours, idle }: PaidWorld): Row[] {
  if (!bench.wants('memory')) return []
  const [stockAfter, ourAfter] = [readMemory(stock.server.pid), readMemory(ours.server.pid)]
  return [
    {
      name: 'memory',
      title: 'resident memory',
      meaning:
        'Of the server’s process, as the kernel counts it: ours idle and after the rows above, stock after them.',
      stock: `${stockAfter.resident} MB`,
      ours: `${idle.resident} MB idle, ${ourAfter.resident} MB after`,
      goal: '<= 250 MB idle, <= 400 MB after',
      verdict: verdictOf(idle.resident <= 250 && ourAfter.resident <= 400),
      figures: {
        'stock megabytes': [stockAfter.resident],
        'ours idle megabytes': [idle.resident],
        'ours megabytes': [ourAfter.resident],
      },
    },
  ]
}
