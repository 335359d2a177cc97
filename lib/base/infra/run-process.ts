import { isDomainError } from '@/lib/base/infra/domain-error'

/**
 * Runs a process's main function. A refusal ends the process with its one sentence, any other error with its stack. The
 * exit status is 2 for a command line that is not understood, else 1.
 */
export async function runProcess(main: () => Promise<void>) {
  try {
    await main()
  } catch (error) {
    console.error(isDomainError(error) ? error.message : error)
    process.exitCode = isDomainError(error) && error.code === 'USAGE' ? 2 : 1
  }
}
