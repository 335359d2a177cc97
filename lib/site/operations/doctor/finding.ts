/** One line of the doctor's report: the subject, its state, and what to do where that is not ok. */
export type Finding = { subject: string; state: 'ok' | 'warn' | 'fail'; found: string; fix: string | null }

export const well = (subject: string, found: string): Finding => ({ subject, state: 'ok', found, fix: null })

export const warn = (subject: string, found: string, fix: string): Finding => ({ subject, state: 'warn', found, fix })

export const fail = (subject: string, found: string, fix: string): Finding => ({ subject, state: 'fail', found, fix })
