import { v5 as nameToUuid } from 'uuid'

/** Holders of this process are UUIDs of other versions, so that no caller over HTTP can name one of them. */
const CALLERS = '5f0f7b2e-6a0b-4f0f-9d5c-2f6d1c3f4a22'

/**
 * The holder of a caller over HTTP, from the UUID that it names. The same for each API key, so that a caller may change its
 * key: callers are kept apart by the UUID, which nobody can guess.
 */
export const holderOverHttp = (named: string): string => nameToUuid(` ${named.toLowerCase()}`, CALLERS)

/**
 * Every holder of the ledger that may be the caller that names this UUID: a gate in the facilitator's process is stored as
 * it is, and may have moved out of the process or into it since.
 */
export const holdersNamed = (named: string): string[] => [named, holderOverHttp(named)]
