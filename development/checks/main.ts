import { runProcess } from '@/lib/base/infra/run-process'
import { runChecks } from './run-checks'

await runProcess(async () => {
  const isQuick = process.argv.includes('--quick')
  const total = await runChecks({ isQuick })
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed > 0 ? 1 : 0
})
// Handles that a library left open must not delay the verdict.
process.exit()
