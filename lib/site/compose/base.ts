import { createChains } from '@/lib/base/chains/chains'
import { createRemoteKeys } from '@/lib/base/chains/signers/remote-key'
import { callerOf } from '@/lib/base/http/caller'
import { createTurns } from '@/lib/base/infra/concurrency'
import { sharedDatabase } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { parseServerEnv, serverVariableNames } from '@/lib/base/infra/env'
import { createPace } from '@/lib/base/infra/jobs'
import { createLogger, createRedact, secretsOf } from '@/lib/base/infra/logger'
import { findOpenFiles, findUnknownVariables } from '@/lib/base/infra/variables'
import { batchSettlement } from '@/lib/channels/chain/batch-settlement'
import { createHeartbeat, createInstanceId, endInstance, forgetOldInstances } from '@/lib/gate/resource-server/instance'
import { createMetrics } from '@/lib/site/operations/create-metrics'
import { toChainsConfig } from './chains-config'
import { HOUR_MS, type ProductJob } from './product'

export type Base = ReturnType<typeof openBase>

export function openBase(source: NodeJS.ProcessEnv) {
  const env = parseServerEnv(source)
  const log = createLogger({ level: env.logLevel, redact: createRedact(secretsOf(env)) })
  for (const { name: variable, meant } of findUnknownVariables(Object.keys(source), serverVariableNames))
    log.warn({ variable, ...(meant && { meant }) }, 'nothing reads this variable')
  for (const open of findOpenFiles(serverVariableNames, source))
    log.warn(open, 'every user of this machine may read that file: chmod 600 it')
  const instanceId = createInstanceId()
  const database = sharedDatabase(env.databaseUrl)
  const pace = createPace()
  const turns = createTurns({ maxWaiting: 1_000, maxWaitingPerCaller: 500 })
  const jobs: ProductJob[] = [
    {
      name: 'heartbeat',
      intervalMs: 5_000,
      quietMs: 10_000,
      run: createHeartbeat(database, { instanceId, stir: pace.stir }),
    },
    { name: 'forget old instances', intervalMs: HOUR_MS, run: () => forgetOldInstances(database) },
  ]
  return {
    instanceId,
    env,
    variables: Object.keys(source),
    database,
    log,
    pace,
    metrics: createMetrics(),
    chains: createChains(toChainsConfig(env), [batchSettlement]),
    /** The keys of ours that others keep. */
    remoteKeys: createRemoteKeys(env.web3signer),
    /** Lets an unchecked request begin; one queue for all products. */
    takeTurn: (request: Request) => turns.take(callerOf(request.headers)),
    jobs,
    stop: () => endInstance(database, instanceId),
  }
}

/**
 * Asks those who keep our keys for a signature, so that a wrong setting is found at the start. Throws ENV_INVALID where
 * one has another key; one that is away may come back, and payments are refused until it does.
 */
export async function checkSigners({ remoteKeys, log }: Pick<Base, 'remoteKeys' | 'log'>): Promise<void> {
  const faults = await remoteKeys.checkNew()
  const wrong = faults.find(({ isOtherKey }) => isOtherKey)
  if (wrong) throw new DomainError('ENV_INVALID', `Turnpike cannot start: ${wrong.message}`, { cause: wrong })
  for (const { message: fault } of faults) log.error({ fault }, 'signer: it does not sign now, and is asked again')
}
