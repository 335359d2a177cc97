import type { ServerEnv } from '@/lib/base/infra/env'
import type { Goods } from '@/lib/site/demo/goods'

/** Goods of this site's own code. Their module is loaded only in the demo; other sites have none. */
export async function loadGoods(env: Pick<ServerEnv, 'isDemo'>): Promise<Goods | null> {
  return env.isDemo ? (await import('@/lib/site/demo/goods')).goods : null
}
