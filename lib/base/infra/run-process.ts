import { isDomainError } from '@/lib/base/infra/domain-error'

/**
 * Runs a process's main function. A refusal ends it with its one plain sentence, anything else with the whole error.
 */
export async function runProcess(main: () => Promise<void>) {
  try {
    await main()
  } catch (error) {
    console.error(isDomainError(error) ? error.message : error)
    process.exitCode = 1
  }
}
