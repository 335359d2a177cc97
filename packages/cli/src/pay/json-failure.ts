const codes: Record<number, string> = { 2: 'USAGE', 3: 'NOT_PAID', 5: 'UNREACHABLE' }

/** What `--json` prints where a command came to no answer: the same fields that tell of it in a report. */
export const jsonFailure = (exitCode: number, message: string): object => ({
  ok: false,
  exitCode,
  error: { code: codes[exitCode] ?? 'FAILED', message },
})
