import { type CheckResult, isFault, type Report } from './run-checks'

/** The reports of all resources as one Markdown document. */
export function reportMarkdown(reports: readonly Report[], isStrict: boolean): string {
  return `# x402 v2 conformance\n\n${reports.map((report) => sectionOf(report, isStrict)).join('\n')}`
}

function sectionOf({ url, results }: Report, isStrict: boolean): string {
  const lines = results.map(({ id, level, claim, paragraph, verdict }) =>
    row([`\`${id}\``, claim, level, resultOf(verdict, level), paragraph]),
  )
  const differing = results.filter(({ id, verdict }) => verdict.state === 'failed' && differences[id])
  const notes = differing.map(({ id }) => `- \`${id}\`: ${differences[id]}`)
  return `## ${url}

${summaryOf(results, isStrict)}

| Check | What holds | Asked for | Result | Where it is written |
| --- | --- | --- | --- | --- |
${lines.join('\n')}
${notes.length > 0 ? `\nWhy a server may differ:\n\n${notes.join('\n')}\n` : ''}`
}

function resultOf(verdict: CheckResult['verdict'], level: CheckResult['level']): string {
  if (verdict.state === 'passed') return 'passed'
  const word = verdict.state === 'skipped' ? 'skipped' : level === 'must' ? '**wrong**' : 'differs'
  return `${word}: ${verdict.why}`
}

/** A server's words as text that stays within its cell. */
const row = (cells: string[]) =>
  `| ${cells
    .map((cell) =>
      cell
        .replace(/[\r\n]+/g, ' ')
        .replaceAll('|', '\\|')
        .replaceAll('<', '&lt;'),
    )
    .join(' | ')} |`

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
function summaryOf(results: readonly CheckResult[], isStrict: boolean): string {
  const count = (isCounted: (result: CheckResult) => boolean) => results.filter(isCounted).length
  const wrong = count((result) => isFault(result, isStrict))
  const differing = count(({ verdict }) => verdict.state === 'failed') - wrong
  const right = count(({ verdict }) => verdict.state === 'passed')
  return `${right} passed, ${wrong} wrong, ${differing} differ, ${results.length - right - wrong - differing} skipped.`
}

/** Why a server that is right by the specification may differ, for those who read that it does. */
export const differences: Record<string, string> = {
  'malformed-400':
    'The table of the HTTP transport says 400. The stock middleware treats what it cannot read as no payment, and answers 402.',
  'malformed-told-terms': 'Without the terms a client has to ask once more; nothing is lost.',
  'challenge-not-cached': 'The specification does not speak of caches. One that stores a 402 hands out old terms.',
  'challenge-small': 'The specification sets no bound; proxies and servers commonly do, at 8 or 16 KiB.',
  'head-gated':
    'The stock middleware prices only GET where a route is named so; frameworks answer HEAD by the same handler.',
  'browsers-may-pay': 'CORS is left to each application by the specification and the stock middleware.',
  'supported-networks': 'The specification’s examples are concrete; patterns are said only of signers.',
  'other-version': 'The specification lists the reason code, without saying which fault comes first.',
  'sign-in-after-payment': 'What a payment entitles to is the application’s own logic, says the specification.',
}
