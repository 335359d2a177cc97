import { type Checked, type CheckName, type State, verdictsOf } from './doctor/finding'

/**
 * Whether this instance can serve, and a sentence for each thing missing, without secrets and addresses. `notes` are of
 * what it serves without: a dry gas wallet or a silent facilitator keeps no page and no bought content from anybody.
 */
export type Readiness = {
  isReady: boolean
  missing: string[]
  notes: string[]
  checks: Partial<Record<CheckName, State>>
}

const WORLD: readonly CheckName[] = ['networks', 'facilitators']

/** Ready when the database answers and has all migrations, and at least one network or facilitator answers. */
export function toReadiness(findings: readonly Checked[]): Readiness {
  const isReached = findings.some(({ check, state }) => WORLD.includes(check) && state === 'ok')
  const isNeeded = (check: CheckName) => check === 'database' || (!isReached && WORLD.includes(check))
  const faults = findings.filter(({ state }) => state !== 'ok')
  const missing = faults.filter(({ check, state }) => state === 'fail' && isNeeded(check))
  return {
    isReady: missing.length === 0,
    missing: inWords(missing),
    notes: inWords(faults.filter((fault) => !missing.includes(fault))),
    checks: verdictsOf(findings),
  }
}

/** Two wallets of a network, say, have the same words: their addresses are told to operators only. */
const inWords = (faults: readonly Checked[]): string[] => [
  ...new Set(faults.map(({ subject, found }) => `${subject}: ${found}.`)),
]
