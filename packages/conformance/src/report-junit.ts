import { type CheckResult, isFault, type Report } from './run-checks'

/** The reports as JUnit XML, a suite for each resource. What differs without being wrong is told as skipped. */
export function reportJunit(reports: readonly Report[], isStrict: boolean): string {
  const suites = reports.map(({ url, results }) => {
    const failures = results.filter((result) => isFault(result, isStrict)).length
    const skips = results.filter((result) => result.verdict.state !== 'passed').length - failures
    const cases = results.map((result) => caseOf(result, isStrict)).join('')
    const counts = `tests="${results.length}" failures="${failures}" skipped="${skips}"`
    return `<testsuite name="${escape(url)}" ${counts}>${cases}</testsuite>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>${suites.join('')}</testsuites>\n`
}

function caseOf(result: CheckResult, isStrict: boolean): string {
  const { group, id, claim, paragraph, verdict } = result
  const name = `name="${escape(`${id}: ${claim}`)}" classname="${escape(group)}"`
  if (verdict.state === 'passed') return `<testcase ${name}/>`
  const element = isFault(result, isStrict) ? 'failure' : 'skipped'
  const message = escape(`${verdict.state === 'failed' ? 'differs: ' : ''}${verdict.why} (${paragraph})`)
  return `<testcase ${name}><${element} message="${message}"/></testcase>`
}

/** The text of an XML attribute; characters that XML does not know are left out. */
function escape(text: string): string {
  const known = [...text].filter((character) => character >= ' ' && !/[\ud800-\udfff\ufffe\uffff]/.test(character))
  return known.map((character) => entities[character] ?? character).join('')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
