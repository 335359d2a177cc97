import { DomainError } from '@/lib/base/infra/domain-error'
import type { Base } from './base'

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
