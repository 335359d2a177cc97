import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tallyPlaywright, tallyVitest } from './check'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-report-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function report(content: object): string {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

const loaded = { status: 'passed', assertionResults: [{}] }
const unloaded = { status: 'failed', assertionResults: [] }

test.each([
  ['all passed', { numPassedTests: 3, numFailedTests: 0, testResults: [loaded] }, true, { passed: 3, failed: 0 }],
  ['some failed', { numPassedTests: 2, numFailedTests: 1, testResults: [loaded] }, false, { passed: 2, failed: 1 }],
  [
    'a file that does not load',
    { numPassedTests: 2, numFailedTests: 0, testResults: [unloaded] },
    false,
    { passed: 2, failed: 1 },
  ],
  [
    'an error outside of tests',
    { numPassedTests: 2, numFailedTests: 0, testResults: [loaded] },
    false,
    { passed: 2, failed: 1 },
  ],
])('counts vitest: %s', (_what, content, isOk, tally) => {
  expect(tallyVitest(report(content), isOk)).toEqual(tally)
})

test.each([
  ['all passed', { stats: { expected: 4, unexpected: 0, flaky: 0 }, errors: [] }, true, { passed: 4, failed: 0 }],
  ['a flaky test', { stats: { expected: 4, unexpected: 0, flaky: 1 }, errors: [] }, true, { passed: 4, failed: 1 }],
  [
    'a demo that did not start',
    { stats: { expected: 0, unexpected: 0, flaky: 0 }, errors: [{}] },
    false,
    { passed: 0, failed: 1 },
  ],
])('counts Playwright: %s', (_what, content, isOk, tally) => {
  expect(tallyPlaywright(report(content), isOk)).toEqual(tally)
})

test('counts a run without a report as one failure', () => {
  expect(tallyVitest(join(folder, 'none.json'), true)).toEqual({ passed: 0, failed: 1 })
  expect(tallyPlaywright(join(folder, 'none.json'), false)).toEqual({ passed: 0, failed: 1 })
})
