import { buildApplication } from '@/lib/compose/application'
import { examine } from '@/lib/compose/examine'
import type { Finding } from '@/lib/operations/doctor/finding'
import { runProcess } from '../run-process'

const words = { ok: 'OK  ', warn: 'WARN', fail: 'FAIL' } as const

/**
 * Examines the environment as a deployment has it: `npm run doctor`, or `node bin/doctor.mjs` in a release. Prints a line
 * for each thing, with what to do, and ends with 1 when one of them fails.
 */
await runProcess(async () => {
  const application = await buildApplication({ ...process.env, LOG_LEVEL: 'silent' })
  const findings = await examine(application)
  for (const finding of findings) print(finding)
  if (findings.some(({ state }) => state === 'fail')) process.exitCode = 1
  await application.database.$disconnect()
})
// The application keeps watch over its networks for as long as it lives.
process.exit()

function print({ subject, state, found, fix }: Finding) {
  console.log(`${words[state]}  ${subject}: ${found}${fix ? `\n      ${fix}` : ''}`)
}
