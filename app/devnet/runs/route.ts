import { running } from '@/lib/site/compose/running'
import { onDevnet } from '../_server/on-devnet'

/** How often handlers behind the gate have run in this process, for tests. */
export const { GET } = onDevnet({
  GET: async () => Response.json({ runs: running('site').counters.handlerRuns }),
})
