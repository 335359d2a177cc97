/** What a person typed or has on this machine does not do, in one sentence. */
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
