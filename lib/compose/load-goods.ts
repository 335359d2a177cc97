import type { Goods } from '@/lib/demo/goods'
import type { ServerEnv } from '@/lib/infra/env'

/** What this site's own code sells. Its module is loaded in the demo alone; a site of one's own has none. */
export async function loadGoods(env: Pick<ServerEnv, 'isDemo'>): Promise<Goods | null> {
  return env.isDemo ? (await import('@/lib/demo/goods')).goods : null
}
