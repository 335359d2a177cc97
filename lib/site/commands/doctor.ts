import { buildApplication } from '@/lib/site/compose/application'
import { examine } from '@/lib/site/operations/doctor/examine'
import { type Checked, inFull } from '@/lib/site/operations/doctor/finding'
import type { CommandInput } from './read-command'

const words = { ok: 'OK  ', warn: 'WARN', fail: 'FAIL' } as const

/**
 * Examines the environment as a deployment has it. Prints a line for each finding, with what to do, or all of
 * them as JSON, and exits with 1 when one of them fails.
 */
export async function doctorCommand({ flags }: CommandInput): Promise<void> {
  const application = await buildApplication({ ...process.env, LOG_LEVEL: 'silent' })
  const findings = await examine(application)
  if (flags.has('json')) console.log(JSON.stringify(findings, null, 2))
  else for (const finding of findings) console.log(toLine(finding))
  if (findings.some(({ state }) => state === 'fail')) process.exitCode = 1
  await application.database.$disconnect()
}

/** A finding as the shell shows it, after the name of its check. */
export const toLine = (finding: Checked): string =>
  `${words[finding.state]}  ${finding.check.padEnd(12)}  ${finding.subject}: ${inFull(finding)}${finding.fix ? `\n      ${finding.fix}` : ''}`
