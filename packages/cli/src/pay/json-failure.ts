const codes: Record<number, string> = { 2: 'USAGE', 3: 'NOT_PAID', 5: 'UNREACHABLE' }

/** The output of `--json` where a command came to no answer: the fields that tell of it in a report. */
export const jsonFailure = (exitCode: number, message: string): object => ({
  ok: false,
  exitCode,
  error: { code: codes[exitCode] ?? 'FAILED', message },
})
