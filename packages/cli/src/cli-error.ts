/** Says in one sentence what is wrong with the input or with this machine's settings. */
export class CliError extends Error {
  override readonly name = 'CliError'

  constructor(
    message: string,
    readonly exitCode: number,
  ) {
    super(message)
  }
}

/** The command line was wrong. */
export const usageError = (message: string): CliError => new CliError(message, 2)
