import { coalesce } from '@/lib/base/infra/coalesce'
import type { Database } from '@/lib/base/infra/database'
import type { EntitlementsPort } from '@/lib/gate/resource-server/ports'
import { type AccessQuestion, findAccessEach } from '@/lib/payments/has-paid'
import { giveBackUse, usePass } from '@/lib/payments/use-pass'

export function toEntitlementsPort(database: Database): EntitlementsPort {
  const ask = (questions: AccessQuestion[]) => findAccessEach(database, questions)
  return {
    findAccess: coalesce(ask, { maxItems: 200, maxRuns: 2 }),
    usePass: (use) => usePass(database, use),
    giveBackUse: (use) => giveBackUse(database, use),
  }
}
