import { differences } from './differences'
import { type CheckResult, isFault, type Report } from './run-checks'

/** The report for a terminal. */
export function linesOf({ url, results }: Report, isStrict: boolean): string[] {
  const lines = [`${url}`]
  let group = ''
  for (const result of results) {
    if (result.group !== group) lines.push('', (group = result.group))
    lines.push(...wordsOf(result))
  }
  return [...lines, '', summaryOf(results, isStrict)]
}

function wordsOf({ id, level, claim, paragraph, verdict }: CheckResult): string[] {
  const mark = { passed: 'ok     ', failed: level === 'must' ? 'WRONG  ' : 'differs', skipped: 'skipped' }[
    verdict.state
  ]
  const lines = [`  ${mark} ${claim} (${id})`]
  if (verdict.state === 'passed') return lines
  lines.push(`          ${verdict.why}`)
  if (verdict.state === 'failed') lines.push(`          ${level}: ${paragraph}`)
  const difference = differences[id]
  if (verdict.state === 'failed' && difference) lines.push(`          ${difference}`)
  return lines
}

/** How many of each kind there were, in one sentence. */
export function summaryOf(results: readonly CheckResult[], isStrict: boolean): string {
  const count = (isCounted: (result: CheckResult) => boolean) => results.filter(isCounted).length
  const wrong = count((result) => isFault(result, isStrict))
  const differing = count(({ verdict }) => verdict.state === 'failed') - wrong
  const right = count(({ verdict }) => verdict.state === 'passed')
  return `${right} passed, ${wrong} wrong, ${differing} differ, ${results.length - right - wrong - differing} skipped.`
}
