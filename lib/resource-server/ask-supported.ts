import type { Logger } from '@/lib/infra/logger'
import type { Supported } from '@/lib/x402/wire'
import { type FacilitatorPort, FacilitatorUnreachableError, isOutage } from './ports'

/**
 * What the facilitator settles, asked once at the start. While it has not answered, `get` fails as unreachable, and
 * each such call has it asked again.
 */
export async function askSupported(facilitator: Pick<FacilitatorPort, 'supported'>, log: Pick<Logger, 'error'>) {
  let known: Supported | null = null
  let asking: Promise<void> | null = null
  const ask = async () => {
    try {
      known = await facilitator.supported()
    } catch (error) {
      if (!isOutage(error)) throw error
      log.error({ err: error }, 'The facilitator does not answer; nothing is sold until it does')
    } finally {
      asking = null
    }
  }
  await ask()
  return {
    get(): Supported {
      if (known) return known
      asking ??= ask().catch((error: unknown) => log.error({ err: error }, 'The facilitator could not be asked'))
      throw new FacilitatorUnreachableError('The facilitator has not said yet what it settles.')
    },
  }
}
