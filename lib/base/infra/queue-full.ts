import { say } from '@/lib/base/sentences/say'
import { DomainError, isDomainError } from './domain-error'

/** Refusal by a full queue, before any work for the caller. */
export const queueFull = () => new DomainError('QUEUE_FULL', say('queueFull'))

/** Seconds after which to come back; a queue of any length here is worked off sooner. */
export const QUEUE_FULL_RETRY_SECONDS = 2

export const isQueueFull = (error: unknown): error is DomainError => isDomainError(error) && error.code === 'QUEUE_FULL'
