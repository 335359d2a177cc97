import type { ServerEnv } from '@/lib/base/infra/env'
import type { Goods } from '@/lib/site/demo/goods'

/** What this site's own code sells. Its module is loaded in the demo alone; a site of one's own has none. */
export async function loadGoods(env: Pick<ServerEnv, 'isDemo'>): Promise<Goods | null> {
  return env.isDemo ? (await import('@/lib/site/demo/goods')).goods : null
}
