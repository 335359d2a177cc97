import { keepBriefly } from '@/lib/base/infra/keep-briefly'
import { examine } from './examine'
import { running } from './running'

/** The doctor asks nodes and the public origin, at most this often. */
const KEPT_MS = 10_000

/** The doctor's findings in this process of the last ten seconds, or new ones. */
export const examination = keepBriefly(async () => {
  const findings = await examine(running('site'))
  return { at: new Date(), findings }
}, KEPT_MS)
