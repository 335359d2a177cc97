export type CheckName =
  | ('settings' | 'origin' | 'callers' | 'care' | 'payouts' | 'database' | 'clock' | 'server' | 'networks' | 'nodes')
  | ('facilitators' | 'gas' | 'payees' | 'secret' | 'jobs' | 'instances' | 'outside' | 'unsent' | 'mail')

export type FindingState = 'ok' | 'warn' | 'fail'

/** One line of a check: the subject, its state, and what to do where that is not ok. */
export type Finding = {
  subject: string
  state: FindingState
  /** Without hosts, rows and the words of others: `/readyz` tells it to anyone. */
  found: string
  detail?: string
  fix: string | null
}

export type Checked = Finding & { check: CheckName }

export const well = (subject: string, found: string): Finding => ({ subject, state: 'ok', found, fix: null })

type Further = Pick<Finding, 'detail'>

export const warn = (subject: string, found: string, fix: string, further: Further = {}): Finding => ({
  subject,
  state: 'warn',
  found,
  fix,
  ...further,
})

export const fail = (subject: string, found: string, fix: string, further: Further = {}): Finding => ({
  subject,
  state: 'fail',
  found,
  fix,
  ...further,
})

/** Found, with what only operators read. */
export const inFull = ({ found, detail }: Finding): string => (detail ? `${found}: ${detail}` : found)

const states: readonly FindingState[] = ['ok', 'warn', 'fail']

export function verdictsOf(findings: readonly Checked[]): Partial<Record<CheckName, FindingState>> {
  const verdicts: Partial<Record<CheckName, FindingState>> = {}
  for (const { check, state } of findings) {
    if (states.indexOf(state) >= states.indexOf(verdicts[check] ?? 'ok')) verdicts[check] = state
  }
  return verdicts
}
