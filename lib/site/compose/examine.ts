import { keepBriefly } from '@/lib/base/infra/coalesce'
import { within } from '@/lib/base/infra/concurrency'
import { type ServerEnv, serverVariableNames } from '@/lib/base/infra/env'
import { listFailingRows } from '@/lib/base/infra/jobs'
import { listMigrations } from '@/lib/base/infra/migrations'
import { findUnknownVariables } from '@/lib/base/infra/variables'
import { familyOf } from '@/lib/base/x402/networks'
import { readSpentPerDay } from '@/lib/facilitator/ledger/gas-spending'
import { listInstances } from '@/lib/gate/resource-server/instance'
import { findPayeesElsewhere } from '@/lib/payments/find-payments'
import { findUnsentMail } from '@/lib/shop/sellers/mail/write-mail'
import { listAllPayees } from '@/lib/shop/sellers/payments/payees'
import { countUnreadable } from '@/lib/shop/sellers/reseal'
import {
  checkCallers,
  checkMail,
  checkOrigin,
  checkPublicOrigin,
  checkSettings,
  checkUnsent,
} from '@/lib/site/operations/doctor/check-configuration'
import {
  checkClock,
  checkDatabase,
  checkRows,
  checkSecret,
  checkServer,
} from '@/lib/site/operations/doctor/check-database'
import { checkMainnets } from '@/lib/site/operations/doctor/check-mainnets'
import { checkNetworks, checkNodes } from '@/lib/site/operations/doctor/check-networks'
import { type Checked, type CheckName, type Finding, fail, warn, well } from '@/lib/site/operations/doctor/finding'
import { checkGas, checkPayees, checkPayouts, type GasFacts, type PayeeFacts } from '../operations/doctor/check-money'
import { checkFacilitators } from '../operations/doctor/check-networks'
import type { Base } from './base'
import { findPayeeFault } from './chains-port'
import { otherFacilitators } from './facilitator-port'
import type { OpenFacilitator } from './open-facilitator'
import { sealKeyOf } from './sellers'

type Examined = Pick<Base, 'env' | 'variables' | 'database' | 'chains'> & Pick<OpenFacilitator, 'facilitator'>

/** How long one node, server or facilitator may take, and one check. */
type DoctorPatience = { askMs: number; checkMs: number }

type DoctorCheck = {
  /** `settings` are read; `watched` is asked again and again while the site runs; `doctor` only for a person. */
  kind: 'settings' | 'watched' | 'doctor'
  /** Says nothing while the database is away, which is a finding itself. */
  needsDatabase?: true
  run: (site: Examined, patience: DoctorPatience) => Finding[] | Promise<Finding[]>
}

/**
 * All checks, in the order of the report. The doctor prints them, the operator's pages show them, and `/readyz` tells
 * those that are watched.
 */
const checks: Record<CheckName, DoctorCheck> = {
  settings: {
    kind: 'settings',
    run: ({ env: { isDemo, operatorWallets }, variables }) =>
      checkSettings({
        isDemo,
        operators: operatorWallets.length,
        unknownVariables: findUnknownVariables(variables, serverVariableNames),
      }),
  },
  origin: { kind: 'settings', run: ({ env }) => [checkOrigin(env)] },
  callers: { kind: 'settings', run: ({ env }) => [checkCallers(env)] },
  care: { kind: 'settings', run: ({ env }) => checkMainnets(env) },
  payouts: {
    kind: 'settings',
    run: ({ env: { rpcUrls, payTo, isDemo }, facilitator }) =>
      checkPayouts({
        networks: Object.keys(rpcUrls),
        payTo,
        isDemo,
        gasWallets: Object.values(facilitator.supported().signers).flat(),
      }),
  },
  database: {
    kind: 'watched',
    run: ({ database }, { askMs }) => checkDatabase(database, listMigrations(), askMs),
  },
  clock: { kind: 'watched', needsDatabase: true, run: async ({ database }) => [await checkClock(database)] },
  server: { kind: 'doctor', needsDatabase: true, run: ({ database }) => checkServer(database) },
  networks: {
    kind: 'watched',
    run: ({ env }, { askMs }) =>
      settlesElsewhere(env) && Object.keys(env.rpcUrls).length === 0 ? [] : checkNetworks(env.rpcUrls, askMs),
  },
  nodes: { kind: 'doctor', run: ({ env }, { askMs }) => checkNodes(env.rpcUrls, askMs) },
  facilitators: { kind: 'watched', run: ({ env }, { askMs }) => checkFacilitators(otherFacilitators(env), askMs) },
  gas: {
    kind: 'watched',
    needsDatabase: true,
    run: async ({ env, ...site }, { askMs }) =>
      checkGas(
        { networks: Object.keys(env.rpcUrls), hasOtherFacilitators: settlesElsewhere(env) },
        await readGas(site, askMs),
      ),
  },
  payees: { kind: 'doctor', needsDatabase: true, run: examinePayees },
  secret: {
    kind: 'watched',
    needsDatabase: true,
    run: async ({ database, env }) => [checkSecret(await countUnreadable(database, sealKeyOf(env)))],
  },
  jobs: {
    kind: 'watched',
    needsDatabase: true,
    run: async ({ database }) => [checkRows(await listFailingRows(database, new Date()))],
  },
  instances: {
    kind: 'watched',
    needsDatabase: true,
    run: async ({ database }) => [checkInstances(await listInstances(database))],
  },
  outside: { kind: 'doctor', run: ({ env }) => checkPublicOrigin(env.publicOrigin) },
  unsent: {
    kind: 'watched',
    needsDatabase: true,
    run: async ({ database }) => [checkUnsent(await findUnsentMail(database))],
  },
  mail: { kind: 'doctor', run: async ({ env }) => [await checkMail(env.mail)] },
}

/** A person waits for the doctor, which starts as it asks. */
const DOCTOR: DoctorPatience = { askMs: 5_000, checkMs: 15_000 }
/** A load balancer asks every few seconds; anything slower than this counts as down. */
export const WATCH: DoctorPatience = { askMs: 1_800, checkMs: 1_950 }

export const examine = (site: Examined): Promise<Checked[]> =>
  runChecks(site, ['settings', 'watched', 'doctor'], DOCTOR)

/** Findings of what is watched, within two seconds. */
export const watch = (site: Examined): Promise<Checked[]> => runChecks(site, ['watched'], WATCH)

async function runChecks(site: Examined, kinds: DoctorCheck['kind'][], patience: DoctorPatience): Promise<Checked[]> {
  const names = (Object.keys(checks) as CheckName[]).filter((name) => kinds.includes(checks[name].kind))
  const found = await Promise.all(
    names.map(async (check) => (await runCheck(check, site, patience)).map((finding) => ({ check, ...finding }))),
  )
  const isAway = found.flat().some(({ subject, state }) => subject === 'database' && state === 'fail')
  return found.flat().filter(({ check }) => !(isAway && checks[check].needsDatabase))
}

/** A check that fails, or takes too long, is a finding. */
async function runCheck(name: CheckName, site: Examined, patience: DoctorPatience): Promise<Finding[]> {
  const fix = 'The log may say more; look again in a minute.'
  try {
    const found = await within(patience.checkMs, Promise.resolve(checks[name].run(site, patience)))
    return found ?? [fail(name, 'could not be examined in time', fix)]
  } catch (error) {
    return [
      fail(name, 'could not be examined', fix, { detail: error instanceof Error ? error.message : String(error) }),
    ]
  }
}

async function readGas(
  { database, facilitator }: Pick<Examined, 'database' | 'facilitator'>,
  patienceMs: number,
): Promise<GasFacts[]> {
  const { networks } = await facilitator.health(patienceMs)
  return Promise.all(
    networks.map(async ({ network, status, wallets, gas }) => ({
      network,
      status,
      wallets,
      isSpent: gas?.isSpent ?? false,
      spentPerDay: await readSpentPerDay(database, network),
    })),
  )
}

const PAYEES_AT_ONCE = 8

/** Whether the site and its shops can be paid, and whether another server is paid at their addresses. */
export async function examinePayees({
  env,
  chains,
  database,
}: Pick<Base, 'env' | 'chains' | 'database'>): Promise<Finding[]> {
  const own = chains.networks.flatMap((network) => {
    const family = familyOf(network)
    const address = family && env.payTo[family]
    return address ? [{ network, address }] : []
  })
  const [shops, elsewhere] = await Promise.all([
    listAllPayees(database),
    findPayeesElsewhere(database, env.publicOrigin),
  ])
  const open = [...own, ...shops]
  const faults: PayeeFacts[] = elsewhere.map((payee) => ({ ...payee, fault: null }))
  while (open.length > 0) {
    const some = open.splice(0, PAYEES_AT_ONCE)
    const read = some.map(async (payee) => ({ ...payee, fault: await findPayeeFault(chains, payee), elsewhere: null }))
    faults.push(...(await Promise.all(read)))
  }
  return checkPayees(faults)
}

const TOLD_SECONDS = 600

/** An instance that ends takes its row with it; a row that stays behind is of one that was killed, or is cut off. */
function checkInstances(instances: readonly { seenAt: Date; silentSeconds: number; isAlive: boolean }[]): Finding {
  const lost = instances.filter(({ silentSeconds, isAlive }) => !isAlive && silentSeconds < TOLD_SECONDS)
  const [last] = lost
  if (!last) return well('instances', 'none was lost in the last ten minutes')
  const found = `${lost.length} ended in the last ten minutes without saying so, or cannot write to the database`
  const fix =
    'Its log, and that of the system, say why (memory, a kill, the network). Start it again where nothing does.'
  return warn('instances', found, fix, { detail: `last heard of at ${last.seenAt.toISOString()}` })
}

const settlesElsewhere = ({ facilitators }: Pick<ServerEnv, 'facilitators'>): boolean =>
  facilitators.length > 0 && !facilitators.some(({ place }) => place === 'own')

/** The doctor asks nodes and the public origin, at most this often. */
const KEPT_MS = 10_000

/** The doctor's findings of the last ten seconds, or new ones. */
export const examineBriefly = (site: Examined) =>
  keepBriefly(async () => ({ findings: await examine(site), at: new Date() }), KEPT_MS)
