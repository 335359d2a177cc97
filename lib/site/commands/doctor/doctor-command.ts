import { buildApplication } from '@/lib/site/compose/application'
import { examine } from '@/lib/site/compose/examine'
import type { Finding } from '@/lib/site/operations/doctor/finding'

const words = { ok: 'OK  ', warn: 'WARN', fail: 'FAIL' } as const

/**
 * Examines the environment as a deployment has it. Prints a line for each finding, with what to do, and exits with 1
 * when one of them fails.
 */
export async function doctorCommand(): Promise<void> {
  const application = await buildApplication({ ...process.env, LOG_LEVEL: 'silent' })
  const findings = await examine(application)
  for (const finding of findings) print(finding)
  if (findings.some(({ state }) => state === 'fail')) process.exitCode = 1
  await application.database.$disconnect()
}

function print({ subject, state, found, fix }: Finding) {
  console.log(`${words[state]}  ${subject}: ${found}${fix ? `\n      ${fix}` : ''}`)
}
