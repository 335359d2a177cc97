export type CheckName =
  | ('settings' | 'origin' | 'callers' | 'care' | 'payouts' | 'database' | 'clock' | 'server' | 'networks' | 'nodes')
  | ('facilitators' | 'gas' | 'payees' | 'secret' | 'jobs' | 'instances' | 'outside' | 'unsent' | 'mail')

const states = ['ok', 'warn', 'fail'] as const

export type FindingState = (typeof states)[number]

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

export const well = (subject: string, found: string, detail?: string): Finding => ({
  subject,
  state: 'ok',
  found,
  ...(detail && { detail }),
  fix: null,
})

const fault =
  (state: FindingState) =>
  (subject: string, found: string, fix: string, detail?: string): Finding => ({
    ...well(subject, found, detail),
    state,
    fix,
  })

export const warn = fault('warn')
export const fail = fault('fail')

/** Found, with what only operators read. */
export const inFull = ({ found, detail }: Finding): string => (detail ? `${found}: ${detail}` : found)

export function verdictsOf(findings: readonly Checked[]): Partial<Record<CheckName, FindingState>> {
  const verdicts: Partial<Record<CheckName, FindingState>> = {}
  for (const { check, state } of findings) {
    if (states.indexOf(state) >= states.indexOf(verdicts[check] ?? 'ok')) verdicts[check] = state
  }
  return verdicts
}
