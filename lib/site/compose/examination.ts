import { keepBriefly } from '@/lib/base/infra/keep-briefly'
import { examine } from './examine'
import { application } from './running'

/** The doctor asks nodes and the public origin: however often it is asked for, it does so this seldom. */
const KEPT_MS = 10_000

/** What the doctor found in this process in the last ten seconds, or finds now. */
export const examination = keepBriefly(async () => {
  const findings = await examine(await application())
  return { at: new Date(), findings }
}, KEPT_MS)
