import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Tally } from './check'

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
})
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
})

/**
 * Counts vitest's JSON report. A file that could not even be loaded is one failure; so is a run that failed for a reason
 * that no test shows, or that left no report.
 */
export function tallyVitest(file: string, isOk: boolean): Tally {
  const report = vitestReport.safeParse(readJson(file))
  if (!report.success) return { passed: 0, failed: 1 }
  const unloaded = report.data.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return total(report.data.numPassedTests, report.data.numFailedTests + unloaded.length, isOk)
}

/** Counts Playwright's JSON report, by the same rules. A flaky test is a failed one. */
export function tallyPlaywright(file: string, isOk: boolean): Tally {
  const report = playwrightReport.safeParse(readJson(file))
  if (!report.success) return { passed: 0, failed: 1 }
  const { stats, errors } = report.data
  return total(stats.expected, stats.unexpected + stats.flaky + errors.length, isOk)
}

const total = (passed: number, failed: number, isOk: boolean): Tally => ({
  passed,
  failed: isOk ? failed : Math.max(failed, 1),
})

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // The run broke off before it could report; the caller counts that.
    return null
  }
}
