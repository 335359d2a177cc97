import { within } from '@/lib/base/infra/concurrency'
import type { Database } from '@/lib/base/infra/database'
import type { ServerEnv } from '@/lib/base/infra/env'
import type { Facilitator } from '@/lib/facilitator/create-facilitator'
import type { SellersContext } from '@/lib/shop/sellers/ports'
import {
  checkCallers,
  checkMail,
  checkMainnets,
  checkOrigin,
  checkPayouts,
  checkPublicOrigin,
  checkSettings,
} from './check-configuration'
import { checkClock, checkDatabase, checkInstances, checkRows, checkServer } from './check-database'
import { checkGas } from './check-gas'
import { checkFacilitators, checkNetworks, checkNodes } from './check-networks'
import { checkPayees, checkSecret, checkUnsent } from './check-sellers'
import { type Checked, type CheckName, type Finding, fail } from './finding'

type ExaminedSite = {
  env: ServerEnv
  variables: readonly string[]
  database: Database
  facilitator: Pick<Facilitator, 'supported' | 'health'>
  sellers: Pick<SellersContext, 'findPayeeFault' | 'sealKey'>
}

type Check = {
  /** Asked again and again while the site runs; the others only for a person. */
  isWatched?: true
  /** Says nothing while the database is away, which is a finding itself. */
  needsDatabase?: true
  /** `askMs`: how long one node, server or facilitator may take. */
  run: (site: ExaminedSite, askMs: number) => Finding | Finding[] | Promise<Finding | Finding[]>
}

/**
 * All checks, in the order of the report. The doctor prints them, the operator's pages show them, and `/readyz` tells
 * those that are watched.
 */
const checks: Record<CheckName, Check> = {
  settings: { run: checkSettings },
  origin: { run: checkOrigin },
  callers: { run: checkCallers },
  care: { run: checkMainnets },
  payouts: { run: checkPayouts },
  database: { isWatched: true, run: checkDatabase },
  clock: { isWatched: true, needsDatabase: true, run: checkClock },
  server: { needsDatabase: true, run: checkServer },
  networks: { isWatched: true, run: checkNetworks },
  nodes: { run: checkNodes },
  facilitators: { isWatched: true, run: checkFacilitators },
  gas: { isWatched: true, needsDatabase: true, run: checkGas },
  payees: { needsDatabase: true, run: checkPayees },
  secret: { isWatched: true, needsDatabase: true, run: checkSecret },
  jobs: { isWatched: true, needsDatabase: true, run: checkRows },
  instances: { isWatched: true, needsDatabase: true, run: checkInstances },
  outside: { run: checkPublicOrigin },
  unsent: { isWatched: true, needsDatabase: true, run: checkUnsent },
  mail: { run: checkMail },
}

const names = Object.keys(checks) as CheckName[] // Its type says so.

/** How long one answer may take, and one check. */
type CheckTimes = { askMs: number; checkMs: number }

/** A person waits for the doctor, which starts as it asks. */
const DOCTOR: CheckTimes = { askMs: 5_000, checkMs: 15_000 }
/** A load balancer asks every few seconds; anything slower than this counts as down. */
export const WATCH: CheckTimes = { askMs: 1_800, checkMs: 1_950 }

export const examine = (site: ExaminedSite): Promise<Checked[]> => runChecks(site, names, DOCTOR)

/** Findings of what is watched, within two seconds. */
export const watch = (site: ExaminedSite): Promise<Checked[]> =>
  runChecks(
    site,
    names.filter((name) => checks[name].isWatched),
    WATCH,
  )

async function runChecks(site: ExaminedSite, wanted: CheckName[], patience: CheckTimes): Promise<Checked[]> {
  const found = await Promise.all(
    wanted.map(async (check) => (await runCheck(check, site, patience)).map((finding) => ({ check, ...finding }))),
  )
  const isAway = found.flat().some(({ subject, state }) => subject === 'database' && state === 'fail')
  return found.flat().filter(({ check }) => !(isAway && checks[check].needsDatabase))
}

/** A check that fails, or takes too long, is a finding. */
async function runCheck(name: CheckName, site: ExaminedSite, { askMs, checkMs }: CheckTimes): Promise<Finding[]> {
  const fix = 'The log may say more; look again in a minute.'
  try {
    const found = await within(checkMs, Promise.resolve(checks[name].run(site, askMs)))
    return [found ?? fail(name, 'could not be examined in time', fix)].flat()
  } catch (error) {
    return [fail(name, 'could not be examined', fix, error instanceof Error ? error.message : String(error))]
  }
}
