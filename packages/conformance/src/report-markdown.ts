import { differences } from './differences'
import { summaryOf } from './report-lines'
import type { CheckResult, Report } from './run-checks'

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
