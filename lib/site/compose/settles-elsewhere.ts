import type { ServerEnv } from '@/lib/base/infra/env'

/** Others settle all that this site sells, so it needs no gas. */
export const settlesElsewhere = ({ facilitators }: Pick<ServerEnv, 'facilitators'>): boolean =>
  facilitators.length > 0 && !facilitators.some(({ place }) => place === 'own')
