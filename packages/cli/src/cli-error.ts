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

export const usageError = (message: string): CliError => new CliError(message, 2)

const codes: Record<number, string> = { 2: 'USAGE', 3: 'NOT_PAID', 5: 'UNREACHABLE' }

/** The output of `--json` where a command came to no answer: the fields that tell of it in a report. */
export const printFailure = (exitCode: number, message: string): void =>
  console.log(JSON.stringify({ ok: false, exitCode, error: { code: codes[exitCode] ?? 'FAILED', message } }))
